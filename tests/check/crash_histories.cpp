// Crashes put into histories that had none.
#include "crash_histories.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace linnet::testing {

namespace {

// Makes room for crashes: events get even ranks, and a crash an odd one.
void spread_ranks(History& history) {
  for (Operation& op : history.operations) {
    op.call *= 2;
    if (op.ret != kNever) op.ret *= 2;
  }
}

Rank last_rank(const History& history) {
  Rank last = 0;
  for (const Operation& op : history.operations) {
    last = std::max(last, op.call);
    if (op.ret != kNever) last = std::max(last, op.ret);
  }
  return last;
}

bool runs_at(const Operation& op, Rank rank) {
  return op.call < rank && rank < op.ret;
}

// Pending at its end: every thread has at most one operation at a time, and a crash ends it.
bool well_formed(const History& history) {
  std::map<ThreadId, const Operation*> last;
  for (const Operation& op : history.operations) {
    const Operation*& before = last[op.thread];
    if (before != nullptr && before->ret > op.call) {
      const bool cut = std::ranges::any_of(history.crashes, [&](const Crash& crash) {
        return before->call < crash.rank && crash.rank < op.call &&
               (!crash.thread || *crash.thread == op.thread);
      });
      if (!cut) return false;
    }
    before = &op;
  }
  return true;
}

// Cuts off what the crashes hit; false if that is something that returned later.
bool cut(History& history) {
  for (const Crash& crash : history.crashes) {
    for (Operation& op : history.operations) {
      const bool hit = runs_at(op, crash.rank) && (!crash.thread || *crash.thread == op.thread);
      if (hit && op.completed()) return false;
      if (hit) op.status = Operation::Status::crashed;
    }
  }
  return true;
}

class CrashEnumerator {
 public:
  CrashEnumerator(std::size_t threads, std::size_t crashes, const std::function<void(const History&)>& visit)
      : threads_(threads), crashes_(crashes), visit_(visit) {}

  void run(const History& plain) {
    history_ = plain;
    spread_ranks(history_);
    end_ = last_rank(history_) + 2;
    assign(0, 0);
  }

 private:
  void assign(std::size_t i, std::size_t used) {
    if (i == history_.size()) {
      add_crash(1);
      return;
    }
    for (std::size_t t = 0; t < std::min(used + 1, threads_); ++t) {
      history_.operations[i].thread = ThreadId(t);
      assign(i + 1, std::max(used, t + 1));
    }
  }

  void add_crash(Rank earliest) {
    if (!history_.crashes.empty() && well_formed(history_)) {
      History crashed = history_;
      if (cut(crashed)) visit_(crashed);
    }
    if (history_.crashes.size() == crashes_) return;
    for (Rank rank = earliest; rank < end_; rank += 2) {
      for (std::size_t t = 0; t <= threads_; ++t) {
        history_.crashes.push_back({rank, t == threads_ ? std::nullopt : std::optional(ThreadId(t))});
        add_crash(rank + 2);
        history_.crashes.pop_back();
      }
    }
  }

  std::size_t threads_, crashes_;
  const std::function<void(const History&)>& visit_;
  History history_;
  Rank end_ = 0;
};

}  // namespace

void for_each_small_crash_history(const Spec& spec, std::size_t operations, std::size_t threads,
                                  std::size_t crashes, const std::function<void(const History&)>& visit) {
  CrashEnumerator enumerator(threads, crashes, visit);
  // Every operation may be pending at once: it is the crashes that keep threads free.
  for_each_small_history(spec, operations, operations, [&](const History& plain) { enumerator.run(plain); });
}

History with_random_crashes(Random& rng, History history, std::size_t crashes) {
  spread_ranks(history);
  const Rank end = last_rank(history) / 2 + 1;
  for (std::size_t c = 0; c < crashes; ++c) {
    Crash crash{static_cast<Rank>(2 * (rng() % end) + 1), std::nullopt};
    const bool taken =
        std::ranges::any_of(history.crashes, [&](const Crash& o) { return o.rank == crash.rank; });
    if (taken) continue;
    if (rng() % 2 == 0 && history.size() > 0)
      crash.thread = history.operations[rng() % history.size()].thread;
    history.crashes.push_back(crash);
    for (Operation& op : history.operations) {
      if (!runs_at(op, crash.rank) || (crash.thread && *crash.thread != op.thread)) continue;
      op.status = Operation::Status::crashed;
      op.ret = kNever;
      op.result = Value();
    }
  }
  std::ranges::sort(history.crashes, {}, &Crash::rank);
  return history;
}

History random_crash_history(Random& rng, const Spec& spec, const Shape& shape, std::size_t crashes) {
  return with_random_crashes(rng, random_history(rng, spec, shape), crashes);
}

std::string to_event_lines(const History& history, const Spec& spec) {
  std::map<Rank, std::string> events;
  for (const Operation& op : history.operations) {
    const Value object = history.words->objects.at(op.object.value);
    events[op.call] = fmt::format(R"({{"type":"call","thread":{},"op":"{}","args":{}{}}})", op.thread.value,
                                  spec.method(op.method).name, Value::array(op.args()).to_json(),
                                  object.is_null() ? "" : ",\"object\":" + object.to_json());
    if (op.completed()) {
      events[op.ret] =
          fmt::format(R"({{"type":"return","thread":{},"result":{}}})", op.thread.value, op.result.to_json());
    }
  }
  for (const Crash& crash : history.crashes) {
    events[crash.rank] = crash.thread ? fmt::format(R"({{"type":"crash","thread":{}}})", crash.thread->value)
                                      : R"({"type":"crash"})";
  }
  std::string text = fmt::format("{{\"linnet\":1,\"spec\":\"{}\"}}\n", spec.name());
  for (const auto& [rank, line] : events) text += line + "\n";
  return text;
}

}  // namespace linnet::testing
