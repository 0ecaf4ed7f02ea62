// Both ends of the conversation between parent and child.
#include "runtime/isolation.hpp"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/execution.hpp"
#include "runtime/message.hpp"
#include "runtime/operations.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/hooks/signals.hpp"

namespace linnet::runtime {

template <class End>
void transfer(End& end, Waiting& w) {
  end(w.thread, w.what, w.object, w.where);
}
template <class End>
void transfer(End& end, Deadlock& deadlock) {
  end(deadlock.waiting);
}
template <class End>
void transfer(End& end, RacingAccess& access) {
  end(access.thread, access.access, access.atomic, access.frees, access.place, access.where);
}
template <class End>
void transfer(End& end, DataRace& race) {
  end(race.earlier, race.later);
}
template <class End>
void transfer(End& end, FailedAssertion& failed) {
  end(failed.expression, failed.file, failed.line, failed.function);
}
template <class End>
void transfer(End& end, UncaughtException& exception) {
  end(exception.type, exception.what);
}
template <class End>
void transfer(End& end, LeakedBlock& block) {
  end(block.address, block.size, block.thread, block.where);
}
template <class End>
void transfer(End& end, Leak& leak) {
  end(leak.blocks);
}
template <class End>
void transfer(End& end, Unsupported& unsupported) {
  end(unsupported.call);
}
template <class End>
void transfer(End& end, Outcome& outcome) {
  end(outcome.what, outcome.thread, outcome.where, outcome.process_is_tainted);
}
template <class End>
void transfer(End& end, Recording& recording) {
  std::vector<Value> results;
  for (const linnet_word word : recording.results) results.push_back(std::bit_cast<Value>(word));
  end(recording.events, results, recording.finished, recording.cut);
  recording.results.clear();
  for (const Value result : results) recording.results.push_back(result.bits());
}

namespace {

// What the child says.
enum class Word : std::uint8_t { pick, choose, took, waiting, ended };

constexpr ThreadNumber kNobody = UINT32_MAX;

// The child's end: asks the parent.
class RemoteStrategy final : public Strategy {
 public:
  explicit RemoteStrategy(int parent) : parent_(parent), answers_(parent) {}

  bool next_execution() override { return false; }  // the parent says so
  std::optional<ThreadNumber> pick(std::span<const Ready> ready) override {
    say(Word::pick, ready);
    const auto thread = answer();
    return thread == kNobody ? std::nullopt : std::optional(thread);
  }
  std::uint32_t choose(std::uint32_t alternatives) override {
    Word word = Word::choose;
    message_(word, alternatives);
    return answer();
  }
  void took(const Step& step) override {
    Word word = Word::took;
    Step copy = step;
    message_(word, copy);
  }
  void waiting(std::span<const Ready> left) override { say(Word::waiting, left); }
  void finished(Ending) override {}

  void ended(IsolatedExecution& all, Recording& recording) {
    Word word = Word::ended;
    message_(word, all.outcome, all.steps, recording);
    message_.send(parent_);
  }

 private:
  void say(Word word, std::span<const Ready> threads) {
    std::vector<Ready> copy(threads.begin(), threads.end());
    message_(word, copy);
  }
  std::uint32_t answer() {
    std::uint32_t number = 0;
    if (!message_.send(parent_)) _exit(1);
    answers_(number);
    if (answers_.broken()) _exit(1);  // nobody is interested any more
    return number;
  }

  int parent_;
  MessageWriter message_;
  MessageReader answers_;
};

[[noreturn]] void be_child(int parent, const RuntimeOptions& options) {
  start_step_clock();  // timers are not inherited
  RemoteStrategy remote(parent);
  Execution execution(remote, options);
  IsolatedExecution all;
  all.outcome = execution.run();
  all.steps = execution.steps();
  std::fflush(stdout);
  Recording recorded = recording();
  remote.ended(all, recorded);
  _exit(0);
}

// The parent's end. Nullopt if the child died without a last word.
std::optional<IsolatedExecution> serve(Strategy& strategy, int child) {
  MessageReader requests(child);
  MessageWriter answers;
  std::vector<Ready> threads;
  for (;;) {
    Word word{};
    requests(word);
    std::uint32_t number = 0;
    Step step;
    switch (word) {
      case Word::pick:
        requests(threads);
        if (requests.broken()) return std::nullopt;
        if (const auto repeated = strategy.repeats()) {
          number = *repeated;
        } else {
          number = strategy.pick(threads).value_or(kNobody);
        }
        answers(number);
        answers.send(child);
        break;
      case Word::choose:
        requests(number);
        if (requests.broken()) return std::nullopt;
        number = strategy.choose(number);
        answers(number);
        answers.send(child);
        break;
      case Word::took:
        requests(step);
        if (requests.broken()) return std::nullopt;
        strategy.took(step);
        break;
      case Word::waiting:
        requests(threads);
        if (requests.broken()) return std::nullopt;
        strategy.waiting(threads);
        break;
      case Word::ended: {
        IsolatedExecution all;
        Recording recorded;
        requests(all.outcome, all.steps, recorded);
        if (requests.broken()) return std::nullopt;
        set_recording(std::move(recorded));
        return all;
      }
    }
  }
}

}  // namespace

IsolatedExecution run_in_child(Strategy& strategy, const RuntimeOptions& options) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return {.outcome = {.what = Unsupported{"--isolate=fork: no socket"}, .thread = 0, .where = {}}};
  }
  const pid_t child = LINNET_REAL(fork)();
  if (child < 0)
    return {.outcome = {.what = Unsupported{"--isolate=fork: no process"}, .thread = 0, .where = {}}};
  if (child == 0) {
    close(ends[0]);
    be_child(ends[1], options);
  }
  close(ends[1]);
  std::optional<IsolatedExecution> all = serve(strategy, ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!all) {
    all.emplace();
    all->outcome.what = Crash{.signal = WIFSIGNALED(status) ? WTERMSIG(status) : SIGKILL};
  }
  all->outcome.process_is_tainted = false;  // that process is gone
  return *std::move(all);
}

}  // namespace linnet::runtime
