// Takes the processor away from a thread from time to time, in the middle of its work: if there are fewer
// free processors than threads, operations would hardly ever overlap otherwise.
//
// A timer sends the thread a signal, whose handler yields and sets the timer again. The thread's memory
// accesses stay as they are; the clock decides where it is interrupted. A system call in which it waits is
// restarted. On a busy machine the thread may wait long until it continues, and is then left alone for the
// same time: every thread makes progress.
#pragma once

#include <csignal>
#include <ctime>

namespace linnet {

// It shakes only the thread that makes it.
class Shaker {
 public:
  Shaker();
  ~Shaker();
  Shaker(const Shaker&) = delete;
  Shaker& operator=(const Shaker&) = delete;

  void start();
  void stop();

 private:
  static void on_signal(int, siginfo_t* signal, void*);
  void set(long nanoseconds);
  timer_t timer_{};
  bool works_ = false;                 // the system may have no timer left
  volatile std::sig_atomic_t on_ = 0;  // a signal may come after stop()
  long interval_ = 0;                  // in nanoseconds
  unsigned turn_ = 0;
};

}  // namespace linnet
