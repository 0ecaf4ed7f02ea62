// Tests `safe` and `regular` against Lamport's definitions, on all small histories of registers whose writes
// do not overlap and on random ones; and `safe` for every object against linearizability of the undisturbed
// operations.
#include <gtest/gtest.h>

#include <algorithm>

#include "check/linearizability/linearizable.hpp"
#include "check/weak/weak.hpp"
#include "definitions/oracle.hpp"
#include "definitions/register_definitions.hpp"
#include "histories.hpp"
#include "spec/builtin.hpp"
#include "weak_histories.hpp"

namespace linnet::testing {
namespace {

// Reads and writes that returned, with no two writes at once.
bool for_lamport(const History& history, const Spec& spec) {
  const Operation* last_write = nullptr;
  for (const Operation& op : history.operations) {
    const std::string& method = spec.method(op.method).name;
    if (!op.completed() || (method != "read" && method != "write")) return false;
    if (method != "write") continue;
    if (last_write != nullptr && last_write->ret > op.call) return false;
    last_write = &op;
  }
  return true;
}

class LamportsRegisters : public ::testing::Test {
 protected:
  void compare(const History& history) {
    if (HasFatalFailure() || !for_lamport(history, spec_)) return;
    const LamportRegister definition{history, Value(0)};
    const bool safe = definition.safe(), regular = definition.regular();
    const bool atomic = oracle_linearizable(history, spec_);
    ASSERT_EQ(passed(check_safe(history, spec_, {}, Budget()).verdict), safe)
        << to_json_lines(history, spec_);
    ASSERT_EQ(passed(check_weak(history, spec_, WeakModel::named("regular"), {}, Budget())), regular)
        << to_json_lines(history, spec_);
    ASSERT_LE(atomic, regular) << to_json_lines(history, spec_);
    ASSERT_LE(regular, safe) << to_json_lines(history, spec_);
    ++compared_;
    only_safe_ += safe && !regular;
    only_regular_ += regular && !atomic;
    unsafe_ += !safe;
  }

  const Spec spec_ = make_spec("register");
  std::size_t compared_ = 0, only_safe_ = 0, only_regular_ = 0, unsafe_ = 0;
};

TEST_F(LamportsRegisters, AgreeOnAllHistoriesOfUpToFourOperations) {
  const Alphabet alphabet{{{"read", {}, {Value(0), Value(1), Value(2)}},
                           {"write", {Value(1)}, {Value()}},
                           {"write", {Value(2)}, {Value()}}},
                          false};
  for (std::size_t n = 1; n <= (kUnderSanitizers ? 3 : 4); ++n) {
    for_each_small_history(spec_, alphabet, n, 3, [&](const History& plain) {
      if (!for_lamport(plain, spec_)) return;
      History history = plain;  // a thread for each operation, so that those of one thread do not overlap
      for (std::size_t i = 0; i < history.size(); ++i) history.operations[i].thread = ThreadId(i);
      compare(history);
    });
  }
  // With three operations none is regular and not atomic.
  EXPECT_GT(only_safe_, kUnderSanitizers ? 5u : 50u);
  EXPECT_GE(only_regular_, kUnderSanitizers ? 0u : 30u);
  EXPECT_GT(unsafe_, kUnderSanitizers ? 40u : 50u);
}

TEST_F(LamportsRegisters, AgreeOnRandomHistories) {
  Random rng(91);
  for (std::size_t n = 0; n < cases(3000); ++n) {
    const std::size_t readers = 1 + n % 3, each = 2 + rng() % 3;
    History history;
    history.words = vocabulary(spec_, readers + 1, 1);
    std::vector<std::size_t> events;  // of threads: call, return, call, ...; thread 0 writes
    for (std::size_t t = 0; t <= readers; ++t) events.insert(events.end(), 2 * each, t);
    std::ranges::shuffle(events, rng);
    std::vector<std::optional<std::size_t>> open(readers + 1);
    for (Rank rank = 0; rank < events.size(); ++rank) {
      auto& running = open[events[rank]];
      if (running) {
        history.operations[*running].ret = rank;
        running.reset();
        continue;
      }
      running = history.size();
      Operation op;
      op.thread = ThreadId(events[rank]);
      op.call = rank;
      op.status = Operation::Status::completed;
      const Value value(static_cast<std::int64_t>(rng() % 3));
      if (events[rank] == 0) {
        set_call(op, spec_.find("write", 1).value(), std::vector{value});
      } else {
        set_call(op, spec_.find("read", 0).value(), {});
        op.result = value;
      }
      history.operations.push_back(op);
    }
    compare(history);
  }
  EXPECT_EQ(compared_, cases(3000));
  EXPECT_GT(only_safe_, cases(50));
  EXPECT_GT(only_regular_, cases(20));
}

TEST(Safe, IsLinearizabilityOfWhatIsNotDisturbed) {
  Random rng(92);
  std::size_t more = 0;
  for (const std::string& name : spec_names()) {
    const Spec spec = make_spec(name);
    for (std::size_t n = 0; n < cases(200); ++n) {
      Shape shape = random_shape(rng, 6);
      shape.objects = 1 + n % 2;
      const History history = n % 3 == 0   ? random_ordered_threads(rng, spec, shape)
                              : n % 3 == 1 ? random_history(rng, spec, shape)
                                           : random_labels(rng, spec, 2 + n % 4);
      std::vector<OperationIndex> kept;
      for (OperationIndex i = 0; i < history.size(); ++i) {
        const auto disturbs = [&](OperationIndex j) {
          return history.operations[j].object == history.operations[i].object &&
                 !spec.method(history.operations[j].method).observer && !history.precedes(i, j) &&
                 !history.precedes(j, i);
        };
        const bool looks = spec.method(history.operations[i].method).observer;
        if (!looks || std::ranges::none_of(history.indices(), disturbs)) kept.push_back(i);
      }
      const bool expected = oracle_linearizable(history.select(kept), spec);
      const CheckResult result = check_safe(history, spec, {"auto", 1, true, true}, Budget());
      ASSERT_EQ(passed(result.verdict), expected) << to_json_lines(history, spec);
      if (!expected) {
        ASSERT_FALSE(oracle_linearizable(history.select(result.violating_part), spec))
            << to_json_lines(history, spec);
      }
      more += expected && !oracle_linearizable(history, spec);
    }
  }
  EXPECT_GT(more, cases(20));
}

}  // namespace
}  // namespace linnet::testing
