// Whether `linnet` wants an exploration to stop, known without a system call per execution: a message makes the kernel send a
// signal.
#pragma once

#include <cstdint>
#include <vector>

#include "protocol/frame_facts.hpp"
#include "protocol/message.hpp"

namespace linnet::worker {

// Asks `linnet` what is known of frames with this return address, and waits for the answer. Sets `stopped` if a stop came first.
std::vector<FrameFacts> ask_for_frames(Connection& linnet, std::uint64_t return_address, bool& stopped);

class StopSignal {
 public:
  explicit StopSignal(Connection& linnet);
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  // Ends the process if `linnet` is gone.
  bool was_asked();
  // Waits until `linnet` says to go on, or to stop: then was_asked() says so.
  void wait_for_go();
  // As below. A stop that comes meanwhile is not forgotten.
  std::vector<FrameFacts> ask_for_frames(std::uint64_t return_address) {
    return worker::ask_for_frames(linnet_, return_address, stopped_);
  }

 private:
  Connection& linnet_;
  bool stopped_ = false;
};

}  // namespace linnet::worker
