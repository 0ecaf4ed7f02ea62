// A signal of the socket's own, and the message behind it.
#include "worker/stop_signal.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>

#include "base/raw_syscall.hpp"
#include "protocol/requests.hpp"
#include "runtime/hooks/real.hpp"

namespace linnet::worker {

namespace {

volatile std::sig_atomic_t something_came = 0;

void on_signal(int) {
  something_came = 1;
}

int signal_of_socket() {
  return SIGRTMAX - 3;
}

void set_flags(int descriptor, bool with_signal) {
  const long flags = raw_syscall(SYS_fcntl, descriptor, F_GETFL);
  raw_syscall(SYS_fcntl, descriptor, F_SETFL, with_signal ? flags | O_ASYNC : flags & ~O_ASYNC);
}

}  // namespace

std::vector<FrameFacts> ask_for_frames(Connection& linnet, std::uint64_t return_address) {
  linnet.send(Tell::frame, return_address);
  for (;;) {
    auto message = linnet.receive();
    if (linnet.state() != Connection::State::open) _exit(0);
    if (!message || message->kind != static_cast<std::uint32_t>(Ask::frames)) continue;
    std::vector<FrameFacts> facts;
    message->body(facts);
    return facts;
  }
}

StopSignal::StopSignal(Connection& linnet) : linnet_(linnet) {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  LINNET_REAL(sigaction)(signal_of_socket(), &action, nullptr);
  raw_syscall(SYS_fcntl, linnet.descriptor(), F_SETSIG, signal_of_socket());
  raw_syscall(SYS_fcntl, linnet.descriptor(), F_SETOWN, getpid());
  set_flags(linnet.descriptor(), true);
  something_came = 1;  // before the signal was wanted, perhaps
}

StopSignal::~StopSignal() {
  set_flags(linnet_.descriptor(), false);
}

std::optional<Connection::Message> StopSignal::receive(int milliseconds) {
  auto message = linnet_.receive(milliseconds);
  if (linnet_.state() != Connection::State::open) _exit(0);
  if (!message) return message;
  if (message->kind == static_cast<std::uint32_t>(Ask::stop)) stopped_ = true;
  if (message->kind == static_cast<std::uint32_t>(Ask::turn)) message->body(turns_.emplace_back());
  return message;
}

void StopSignal::wait_for_go() {
  while (!stopped_) {
    const auto message = receive();
    if (message && message->kind == static_cast<std::uint32_t>(Ask::go_on)) return;
  }
}

std::optional<TurnOrder> StopSignal::next_turn() {
  while (!stopped_ && turns_.empty()) receive();
  if (stopped_) return std::nullopt;
  const TurnOrder turn = turns_.front();
  turns_.pop_front();
  return turn;
}

std::vector<FrameFacts> StopSignal::ask_for_frames(std::uint64_t return_address) {
  linnet_.send(Tell::frame, return_address);
  for (;;) {
    auto message = receive();
    if (!message || message->kind != static_cast<std::uint32_t>(Ask::frames)) continue;
    std::vector<FrameFacts> facts;
    message->body(facts);
    return facts;
  }
}

bool StopSignal::was_asked() {
  if (stopped_ || something_came == 0) return stopped_;
  something_came = 0;
  while (!stopped_ && receive(0)) {
  }
  return stopped_;
}

}  // namespace linnet::worker
