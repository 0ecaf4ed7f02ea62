// Takes the processor away from a thread in the midst of what it does, now and then: where there are fewer processors than
// threads, or others use them, operations would hardly ever overlap otherwise.
//
// A timer sends the thread a signal, whose handler yields and sets the timer again. The thread's memory accesses stay as
// they are; where it is interrupted is up to the clock. A system call that it waits in is restarted. On a busy machine it
// may wait for long until it goes on, and is then left alone for as long: every thread gets on.
#pragma once

#include <csignal>
#include <ctime>

namespace linnet {

// It shakes the thread that makes it, and that thread only.
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
