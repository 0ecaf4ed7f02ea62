// What `linnet` asks for while an exploration runs: turns, and to stop. That a message came is known without a system call per execution:
// it makes the kernel send a signal.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "protocol/frame_facts.hpp"
#include "protocol/message.hpp"
#include "protocol/requests.hpp"

namespace linnet::worker {

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
  // Waits for the next turn. Nothing: `linnet` said to stop.
  std::optional<TurnOrder> next_turn();
  // Asks `linnet` what is known of frames with this return address, and waits for the answer. What else comes meanwhile is not forgotten.
  std::vector<FrameFacts> ask_for_frames(std::uint64_t return_address);

 private:
  // Waits for a message, and notes what it asks for: its kind. Ends the process if `linnet` is gone.
  std::optional<Connection::Message> receive(int milliseconds = -1);

  Connection& linnet_;
  std::deque<TurnOrder> turns_;
  bool stopped_ = false;
};

// The same for what is no exploration.
std::vector<FrameFacts> ask_for_frames(Connection& linnet, std::uint64_t return_address);

}  // namespace linnet::worker
