// Tests the criteria across crashes: the checker against the definitions, for every built-in specification,
// and small histories on which the criteria differ.
#include "check/crash/crash.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include <fmt/format.h>

#include "base/error.hpp"
#include "definitions/crash_definitions.hpp"
#include "histories.hpp"
#include "mwcas_histories.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

// Histories with crashes: all small ones, and random ones.

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

// Cuts off the operations that the crashes hit. Operations that returned later were completed by their
// recovery.
void cut(History& history) {
  for (const Crash& crash : history.crashes) {
    for (Operation& op : history.operations) {
      const bool hit = runs_at(op, crash.rank) && (!crash.thread || *crash.thread == op.thread);
      if (hit && !op.completed()) op.status = Operation::Status::crashed;
    }
  }
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
      cut(crashed);
      visit_(crashed);
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

// Calls `visit` with every history of for_each_small_history, under every assignment of threads to operations,
// with every set of one to `crashes` crashes, system-wide or of one thread, that leaves it well-formed.
// Histories that differ only in the names of threads are visited once.
void for_each_small_crash_history(const Spec& spec, std::size_t operations, std::size_t threads,
                                  std::size_t crashes, const std::function<void(const History&)>& visit) {
  CrashEnumerator enumerator(threads, crashes, visit);
  // Every operation may be pending at once, since crashes free the threads.
  for_each_small_history(spec, operations, operations, [&](const History& plain) { enumerator.run(plain); });
}

// One in four operations is completed by its recovery, or all of them.
History with_random_crashes(Random& rng, History history, std::size_t crashes, bool all_recover) {
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
      if (op.completed() && (all_recover || rng() % 4 == 0)) continue;
      op.status = Operation::Status::crashed;
      op.ret = kNever;
      op.result = Value();
    }
  }
  std::ranges::sort(history.crashes, {}, &Crash::rank);
  return history;
}

// A random history with `crashes` crashes: operations that run at that moment are cut off, whatever they did
// later.
History random_crash_history(Random& rng, const Spec& spec, const Shape& shape, std::size_t crashes,
                             bool all_recover = false) {
  return with_random_crashes(rng, random_history(rng, spec, shape), crashes, all_recover);
}

// Whether a thread makes a call although its operation that was cut off has not been completed.
bool goes_on_without_recovery(const History& history) {
  for (const Operation& op : history.operations) {
    if (op.status != Operation::Status::crashed) continue;
    for (const Operation& other : history.operations) {
      if (other.thread == op.thread && other.call > op.call) return true;
    }
  }
  return false;
}

// As a native history file of events.
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

class EverySpecAcrossCrashes : public ::testing::TestWithParam<std::string> {
 protected:
  void compare(const History& history) {
    if (HasFatalFailure()) return;
    for (const CrashCriterion criterion : kCrashCriteria) compare(history, criterion);
  }

  void compare(const History& history, CrashCriterion criterion) {
    const auto context = [&] {
      return std::string(name_of(criterion)) + "\n" + to_event_lines(history, spec_);
    };
    if (criterion == CrashCriterion::nesting_safe && goes_on_without_recovery(history)) {
      ASSERT_THROW(check_across_crashes(history, spec_, criterion, {}, Budget()), InputError) << context();
      return;
    }
    ++compared_[criterion];
    const CheckResult result =
        check_across_crashes(history, spec_, criterion, {"auto", 1, true, true}, Budget());
    ASSERT_FALSE(unknown(result.verdict)) << context();
    const bool expected = oracle_across_crashes(history, spec_, criterion);
    ASSERT_EQ(passed(result.verdict), expected) << context();
    ++(expected ? passes_ : violations_);
    if (const auto* const pass = std::get_if<Pass>(&result.verdict)) {
      ASSERT_EQ(verify_crash_witness(history, spec_, criterion, pass->witness), std::nullopt) << context();
    } else {
      ASSERT_FALSE(oracle_across_crashes(history.select(result.violating_part), spec_, criterion))
          << context();
    }
  }

  const Spec spec_ = make_spec(GetParam());
  std::size_t passes_ = 0, violations_ = 0;
  std::map<CrashCriterion, std::size_t> compared_;
};

TEST_P(EverySpecAcrossCrashes, AgreesWithTheDefinitionOnSmallHistories) {
  const auto compare_all = [&](const History& history) { compare(history); };
  for_each_small_crash_history(spec_, 1, 1, 1, compare_all);
  for_each_small_crash_history(spec_, 2, 2, 2, compare_all);
  // There are many with three operations: only one in `every` is compared.
  std::size_t count = 0;
  const std::size_t every = std::max<std::size_t>(1, 197 / test_scale());
  for_each_small_crash_history(spec_, 3, 2, 1, [&](const History& history) {
    if (count++ % every == 0) compare(history);
  });
  EXPECT_GT(passes_, 100u);
  EXPECT_GT(violations_, 100u);
}

TEST_P(EverySpecAcrossCrashes, AgreesWithTheDefinitionOnRandomHistories) {
  Random rng(70);
  for (std::size_t n = 0; n < cases(2000) && !HasFatalFailure(); ++n) {
    Shape shape = random_shape(rng, 7);
    shape.threads = 1 + n % 3;
    shape.objects = 1 + n % 2;
    compare(random_crash_history(rng, spec_, shape, 1 + n % 3, n % 4 == 3));
  }
  EXPECT_GT(compared_[CrashCriterion::nesting_safe], cases(300));
  EXPECT_GT(passes_, cases(100));
  EXPECT_GT(violations_, cases(20));
}

INSTANTIATE_TEST_SUITE_P(Criteria, EverySpecAcrossCrashes, ::testing::ValuesIn(spec_names()),
                         [](const auto& name) { return name.param; });

// write(1) by thread 0 is cut off; then `reader` reads 0 and 1.
History written_between_reads(const Spec& spec, std::size_t reader) {
  History history;
  auto words = std::make_shared<Vocabulary>();
  for (const Method& m : spec.methods()) words->methods.push_back(m.name);
  words->objects = {Value()};
  history.words = words;
  Operation write;
  write.method = spec.find("write", 1).value();
  write.argument_count = 1;
  write.argument = 1;
  write.status = Operation::Status::crashed;
  history.operations.push_back(write);
  for (std::uint32_t i = 0; i < 2; ++i) {
    Operation read;
    read.thread = ThreadId(reader);
    read.method = spec.find("read", 0).value();
    read.call = 2 + 2 * i;
    read.ret = read.call + 1;
    read.result = Value(i);
    history.operations.push_back(read);
  }
  history.crashes = {{1, std::nullopt}};
  return history;
}

TEST(AcrossCrashes, TheQuestionAboutOneOperationIsThatOfTheDefinition) {
  const Spec spec = make_spec("register");
  Random rng(73);
  std::size_t late = 0;
  for (std::size_t n = 0; n < cases(1000); ++n) {
    Shape shape = random_shape(rng, 8);
    shape.threads = 1 + n % 3, shape.objects = 1 + n % 2;
    const History history = random_crash_history(rng, spec, shape, 1 + n % 3);
    std::vector<bool> placed(history.size());
    for (std::size_t i = 0; i < placed.size(); ++i) placed[i] = rng() % 2 == 0;
    for (const CrashCriterion criterion : kCrashCriteria) {
      for (OperationIndex i = 0; i < history.size(); ++i) {
        const bool expected = too_late_by_definition(history, spec, criterion, i, placed);
        ASSERT_EQ(comes_too_late(history, spec, criterion, i, placed), expected)
            << name_of(criterion) << " " << i << "\n"
            << to_event_lines(history, spec);
        late += expected;
      }
    }
  }
  EXPECT_GT(late, cases(500));
}

TEST(AcrossCrashes, TheCriteriaDiffer) {
  const Spec spec = make_spec("register");
  const auto holds = [&](std::size_t reader, CrashCriterion criterion) {
    return passed(
        check_across_crashes(written_between_reads(spec, reader), spec, criterion, {}, Budget()).verdict);
  };
  EXPECT_FALSE(holds(0, CrashCriterion::strict));
  EXPECT_FALSE(holds(0, CrashCriterion::recoverable));
  EXPECT_TRUE(holds(0, CrashCriterion::durable));
  EXPECT_FALSE(holds(1, CrashCriterion::strict));
  EXPECT_TRUE(holds(1, CrashCriterion::recoverable));
  EXPECT_TRUE(holds(1, CrashCriterion::durable));
  // For transient, the thread's own reads set no deadline; for persistent they do, at their call. Those of
  // other threads set none for either.
  EXPECT_FALSE(holds(0, CrashCriterion::persistent));
  EXPECT_TRUE(holds(0, CrashCriterion::transient));
  EXPECT_TRUE(holds(1, CrashCriterion::persistent));
  EXPECT_TRUE(holds(1, CrashCriterion::transient));
}

// With unique values the graph decides many of them; the definition stays the same.
TEST(AcrossCrashes, UniqueWordsAgreeWithTheDefinition) {
  const Spec spec = make_spec("mwcas");
  Random rng(72);
  std::map<std::string, std::size_t> decided_by;
  for (std::size_t n = 0; n < cases(15'000) && !HasFatalFailure(); ++n) {
    MwcasShape shape;
    shape.operations = 2 + rng() % 6;
    shape.threads = 1 + rng() % 3;
    shape.locations = 1 + rng() % 3;
    shape.corrupted = 0.5;
    const History history =
        with_random_crashes(rng, random_mwcas_history(rng, spec, shape), 1 + n % 3, n % 4 == 3);
    for (const CrashCriterion criterion : kCrashCriteria) {
      if (criterion == CrashCriterion::nesting_safe && goes_on_without_recovery(history)) continue;
      const std::string context = std::string(name_of(criterion)) + "\n" + to_event_lines(history, spec);
      const CheckResult result =
          check_across_crashes(history, spec, criterion, {"auto", 1, true, true}, Budget());
      ASSERT_EQ(passed(result.verdict), oracle_across_crashes(history, spec, criterion)) << context;
      if (const auto* const pass = std::get_if<Pass>(&result.verdict)) {
        ASSERT_EQ(verify_crash_witness(history, spec, criterion, pass->witness), std::nullopt) << context;
      }
      for (const std::string& name : result.algorithms)
        ++decided_by[std::string(name_of(criterion)) + " " + name];
    }
  }
  for (const CrashCriterion criterion : kCrashCriteria)
    EXPECT_GT(decided_by[std::string(name_of(criterion)) + " mwcas-graph"], cases(1'000))
        << name_of(criterion);
}

TEST(AcrossCrashes, AStuckHistoryIsRefused) {
  const Spec spec = make_spec("register");
  History history = written_between_reads(spec, 0);
  history.stuck = true;
  EXPECT_THROW(check_across_crashes(history, spec, CrashCriterion::strict, {}, Budget()), InputError);
}

TEST(AcrossCrashes, LongHistoriesWithManyCrashes) {
  for (const char* const name : {"register", "queue", "set", "map", "mwcas"}) {
    const Spec spec = make_spec(name);
    Random rng(71);
    Shape shape;
    shape.operations = 2000;
    shape.threads = 4;
    shape.pending = 0;
    shape.corrupted = 0;
    // The recorded objects know nothing of the crashes: an operation that was cut off may have taken effect
    // after the crash, but before the thread's next call.
    const History history = random_crash_history(rng, spec, shape, 20);
    for (const CrashCriterion criterion : kCrashCriteria) {
      if (criterion == CrashCriterion::nesting_safe) continue;  // the threads continue without a recovery
      const Budget budget(std::chrono::duration<double>(60), std::nullopt);
      const CheckResult result =
          check_across_crashes(history, spec, criterion, {"auto", 1, true, false}, budget);
      ASSERT_FALSE(unknown(result.verdict)) << name << " " << name_of(criterion);
      if (criterion == CrashCriterion::strict && violated(result.verdict)) continue;
      ASSERT_TRUE(passed(result.verdict)) << name << " " << name_of(criterion);
      ASSERT_EQ(verify_crash_witness(history, spec, criterion, std::get<Pass>(result.verdict).witness),
                std::nullopt);
    }
  }
}

}  // namespace
}  // namespace linnet::testing
