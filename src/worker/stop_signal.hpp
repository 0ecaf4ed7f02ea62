// Whether `linnet` wants an exploration to stop, known without a system call per execution: a message makes the kernel send a
// signal.
#pragma once

#include "protocol/message.hpp"

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

 private:
  Connection& linnet_;
  bool stopped_ = false;
};

}  // namespace linnet::worker
