// Executions in a child process: both ends of the conversation between parent and child.
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include "protocol/requests.hpp"
#include "runtime/execution.hpp"
#include "runtime/fibers/live_state.hpp"
#include "runtime/fibers/unordered_looks.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/hooks/signals.hpp"
#include "runtime/instructions/watched_code.hpp"
#include "runtime/kernel/system_calls.hpp"
#include "runtime/libraries/loading.hpp"
#include "runtime/operations.hpp"
#include "runtime/program.hpp"
#include "runtime/races/weak_orders.hpp"

namespace linnet::runtime {

namespace {

// The child's messages; the answer to pick, choose and frame is of the same kind.
enum class Word : std::uint32_t { pick, choose, took, waiting, frame, ended };

// The child's end: asks the parent.
class RemoteStrategy final : public Strategy {
 public:
  explicit RemoteStrategy(int parent) : parent_(parent) {}

  bool next_execution() override { return false; }  // the parent decides that
  ThreadNumber pick(std::span<const Ready> ready) override {
    parent_.queue(Word::pick, std::vector(ready.begin(), ready.end()));
    return answer();
  }
  std::uint32_t choose(std::uint32_t alternatives) override {
    parent_.queue(Word::choose, alternatives);
    return answer();
  }
  void took(const Step& step) override { parent_.queue(Word::took, step); }
  bool reorders() const override { return true; }  // perhaps
  void waiting(std::span<const Ready> left) override {
    parent_.queue(Word::waiting, std::vector(left.begin(), left.end()));
  }

  FrameFacts frame(std::uint64_t address) {
    parent_.queue(Word::frame, address);
    FrameFacts facts;
    expect().body(facts);
    return facts;
  }
  void ended(const RanExecution& all, const Recording& recording) {
    parent_.send(Word::ended, all.ending, all.steps, recording, not_covered());
  }

 private:
  Connection::Message expect() {
    if (!parent_.flush()) _exit(1);
    auto message = parent_.receive();
    if (!message) _exit(1);  // the parent is gone
    return *std::move(message);
  }
  std::uint32_t answer() {
    std::uint32_t number = 0;
    expect().body(number);
    return number;
  }

  Connection parent_;
};

[[noreturn]] void be_child(int parent, const RuntimeOptions& options) {
  start_step_clock();  // children inherit neither timers nor the handling of system calls
  trap_system_calls();
  program().take_snapshot();
  RemoteStrategy remote(parent);
  set_frame_source([&remote](std::uint64_t address) { return std::vector{remote.frame(address)}; });
  Execution execution(remote, options);
  const RanExecution all = execution.run();
  std::fflush(stdout);
  remote.ended(all, recording());
  _exit(0);
}

// The parent's end. Returns nullopt if the child died without a last message.
std::optional<RanExecution> serve(Strategy& strategy, int descriptor) {
  Connection child(descriptor);
  std::vector<Ready> threads;
  while (auto message = child.receive()) {
    std::uint32_t number = 0;
    Step step;
    switch (static_cast<Word>(message->kind)) {
      case Word::pick:
        message->body(threads);
        number = strategy.repeats();
        if (number == kNoThread) number = strategy.pick(threads);
        child.send(Word::pick, number);
        break;
      case Word::choose:
        message->body(number);
        child.send(Word::choose, strategy.choose(number));
        break;
      case Word::took:
        message->body(step);
        strategy.took(step);
        break;
      case Word::frame: {
        std::uint64_t address = 0;
        message->body(address);
        child.send(Word::frame, frame_facts_at(address));
        break;
      }
      case Word::waiting:
        message->body(threads);
        strategy.waiting(threads);
        break;
      case Word::ended: {
        RanExecution all;
        Recording recorded;
        NotCovered not_covered_there;
        message->body(all.ending, all.steps, recorded, not_covered_there);
        weak_orders().join(not_covered_there.weak_orders);
        consumes().join(not_covered_there.consumes);
        unordered_looks().join(not_covered_there.unordered_looks);
        join_unseen_code(not_covered_there.unseen_code);
        join_unseen_files(not_covered_there.unseen_files);
        set_recording(std::move(recorded));
        return all;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

RanExecution run_in_child(Strategy& strategy, const RuntimeOptions& options) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return {.ending = {.what = Unsupported{"--isolate=fork: no socket"}, .thread = 0, .where = {}}};
  }
  const pid_t child = LINNET_REAL(fork)();
  if (child < 0)
    return {.ending = {.what = Unsupported{"--isolate=fork: no process"}, .thread = 0, .where = {}}};
  if (child == 0) {
    close(ends[0]);
    be_child(ends[1], options);
  }
  close(ends[1]);
  std::optional<RanExecution> all = serve(strategy, ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!all) {
    all.emplace();
    all->ending.what = Crash{.signal = WIFSIGNALED(status) ? WTERMSIG(status) : SIGKILL};
  }
  all->ending.process_is_tainted = false;  // that process is gone
  return *std::move(all);
}

}  // namespace linnet::runtime
