// Shaker: a timer, and a signal handler that yields.
#include "stress/shaker.hpp"

#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace linnet {

namespace {

int signal_number() {
  return SIGRTMAX - 3;  // programs that use real-time signals begin at SIGRTMIN
}

std::int64_t nanoseconds_now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

Shaker::Shaker() {
  struct sigaction action {};
  action.sa_sigaction = &on_signal;
  action.sa_flags = SA_RESTART | SA_SIGINFO;
  sigaction(signal_number(), &action, nullptr);
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = signal_number();
  event.sigev_value.sival_ptr = this;
  event._sigev_un._tid = gettid();
  works_ = timer_create(CLOCK_MONOTONIC, &event, &timer_) == 0;
}

Shaker::~Shaker() {
  if (works_) timer_delete(timer_);
}

void Shaker::on_signal(int, siginfo_t* signal, void*) {
  Shaker& shaker = *static_cast<Shaker*>(signal->si_value.sival_ptr);
  if (shaker.on_ == 0) return;
  const std::int64_t before = nanoseconds_now();
  sched_yield();
  shaker.set(std::max(shaker.interval_, static_cast<long>(nanoseconds_now() - before)));
}

// The interval varies, so that the timer does not stay in step with the rounds.
void Shaker::start() {
  constexpr long kShortest = 23'000, kMore = 9'000;
  interval_ = kShortest + kMore * static_cast<long>(turn_++ % 8);
  on_ = 1;
  set(interval_);
}

void Shaker::stop() {
  on_ = 0;
  set(0);
}

void Shaker::set(long nanoseconds) {
  if (!works_) return;
  constexpr long kLongest = 999'999'999;
  const itimerspec once{{0, 0}, {0, std::min(nanoseconds, kLongest)}};
  timer_settime(timer_, 0, &once, nullptr);
}

}  // namespace linnet
