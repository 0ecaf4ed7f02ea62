// Shaker: a timer, and a signal handler that yields.
#include "stress/shaker.hpp"

#include <sched.h>
#include <signal.h>
#include <unistd.h>

namespace linnet {

namespace {

int signal_number() {
  return SIGRTMAX - 3;  // programs that use real-time signals begin at SIGRTMIN
}

void install_handler() {
  struct sigaction action {};
  action.sa_handler = [](int) { sched_yield(); };
  action.sa_flags = SA_RESTART;
  sigaction(signal_number(), &action, nullptr);
}

}  // namespace

Shaker::Shaker() {
  install_handler();
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = signal_number();
  event._sigev_un._tid = gettid();
  works_ = timer_create(CLOCK_MONOTONIC, &event, &timer_) == 0;
}

Shaker::~Shaker() {
  if (works_) timer_delete(timer_);
}

// Not the same interval every time, so that the timer does not keep step with the rounds.
void Shaker::start() {
  constexpr long kShortest = 23'000, kMore = 9'000;
  set(kShortest + kMore * static_cast<long>(turn_++ % 8));
}

void Shaker::stop() {
  set(0);
}

void Shaker::set(long nanoseconds) {
  if (!works_) return;
  const itimerspec every{{0, nanoseconds}, {0, nanoseconds}};
  timer_settime(timer_, 0, &every, nullptr);
}

}  // namespace linnet
