// Tests on random histories, against the definitions, what must hold of the explanation of any violation.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>

#include "../check/histories.hpp"
#include "definitions/oracle.hpp"
#include "explain/explain.hpp"
#include "explain/steps.hpp"
#include "picture.hpp"
#include "sanitizers.hpp"
#include "spec/builtin.hpp"

namespace linnet {
namespace {

using testing::Random;

bool contains(const std::vector<OperationIndex>& indices, OperationIndex i) {
  return std::ranges::find(indices, i) != indices.end();
}

// The operations in the shortest prefix, from the data of the Explanation alone.
History as_in_prefix(const History& whole, const Explanation& e, const std::vector<OperationIndex>& indices) {
  History history = whole.select(indices);
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (!contains(e.open, indices[k])) continue;
    Operation& op = history.operations[k];
    op.status = Operation::Status::pending, op.ret = kNever, op.result = Value();
  }
  return history;
}

void expect_prefix(const History& whole, const Spec& spec, const Explanation& e) {
  EXPECT_TRUE(e.prefix_is_shortest);
  EXPECT_FALSE(oracle_linearizable(as_in_prefix(whole, e, e.prefix), spec));
  ASSERT_TRUE(e.last.has_value());
  if (whole.order) return;
  const Rank end = whole.operations[*e.last].ret;
  EXPECT_TRUE(oracle_linearizable(prefix_of(whole, end), spec));
  EXPECT_FALSE(oracle_linearizable(prefix_of(whole, end + 1), spec));
}

void expect_core(const History& whole, const Spec& spec, const Explanation& e) {
  EXPECT_TRUE(e.core_is_minimal);
  EXPECT_TRUE(std::ranges::is_sorted(e.core));
  EXPECT_TRUE(std::ranges::includes(e.prefix, e.core));
  ASSERT_TRUE(e.culprit.has_value());
  EXPECT_TRUE(contains(e.core, *e.culprit));
  EXPECT_EQ(contains(e.core, *e.last), e.culprit == e.last);
  const History core = as_in_prefix(whole, e, e.core);
  EXPECT_FALSE(oracle_linearizable(core, spec));
  std::vector<Unit> units = idle_units(core, spec);
  for (Unit& unit : value_units(core, spec)) units.push_back(std::move(unit));
  for (const Unit& unit : units) {
    std::vector<OperationIndex> rest;
    for (OperationIndex i = 0; i < core.size(); ++i) {
      if (!contains(unit, i)) rest.push_back(i);
    }
    EXPECT_TRUE(oracle_linearizable(core.select(rest), spec));
  }
}

// The most returned operations that any partial linearization has: the definition, without memory.
std::size_t longest(const History& h, StateSpace& space, StateId state, std::vector<bool>& placed) {
  std::size_t best = 0;
  for (OperationIndex i = 0; i < h.size(); ++i) best += placed[i] && h.operations[i].completed() ? 1 : 0;
  for (OperationIndex i = 0; i < h.size(); ++i) {
    bool free = !placed[i];
    for (OperationIndex j = 0; j < h.size(); ++j) free = free && (placed[j] || !h.precedes(j, i));
    if (!free) continue;
    std::vector<StateId> next;
    space.step(state, h.operations[i].as_call(), h.operations[i].required_result(), next);
    placed[i] = true;
    for (const StateId after : next) best = std::max(best, longest(h, space, after, placed));
    placed[i] = false;
  }
  return best;
}

void expect_attempts(const History& whole, const Spec& spec, const Explanation& e) {
  ASSERT_FALSE(e.attempts.empty());
  EXPECT_TRUE(e.attempts_are_longest);
  const auto space = spec.open();
  for (const Explanation::Attempt& attempt : e.attempts) {
    std::set<OperationIndex> placed;
    std::vector<StateId> states = {StateSpace::initial()};
    for (const auto& [i, description] : attempt.placed) {
      EXPECT_TRUE(contains(e.core, i) && !placed.contains(i));
      for (const OperationIndex j : e.core) EXPECT_TRUE(placed.contains(j) || !whole.precedes(j, i));
      const Operation& op = whole.operations[i];
      std::vector<StateId> matching;
      for (const StateId state : states) {
        std::vector<StateId> next;
        space->step(state, op.as_call(), contains(e.open, i) ? nullptr : op.required_result(), next);
        for (const StateId s : next) {
          if (space->describe(s) == description) matching.push_back(s);
        }
      }
      ASSERT_FALSE(matching.empty()) << "no such step to " << description;
      states = matching;
      placed.insert(i);
    }
    for (const auto& [i, reason, waits_for] : attempt.blocked) {
      EXPECT_TRUE(contains(e.core, i) && !placed.contains(i) && !contains(e.open, i));
      for (const OperationIndex j : waits_for) EXPECT_TRUE(!placed.contains(j) && whole.precedes(j, i));
      if (!waits_for.empty()) continue;
      std::vector<StateId> next;
      for (const StateId state : states) {
        const Operation& op = whole.operations[i];
        space->step(state, op.as_call(), op.required_result(), next);
        EXPECT_TRUE(next.empty()) << reason;
      }
    }
    EXPECT_FALSE(attempt.blocked.empty());
  }
  const History core = as_in_prefix(whole, e, e.core);
  std::vector<bool> none(core.size());
  const auto returned = std::ranges::count_if(e.attempts.front().placed,
                                              [&](const auto& p) { return !contains(e.open, p.operation); });
  EXPECT_EQ(static_cast<std::size_t>(returned), longest(core, *space, StateSpace::initial(), none));
}

// The facts that phrases state, looked up in the recording again. Words in a sentence stand for operations by
// their text, so a fact holds if some operations with these texts make it true.
class Recording {
 public:
  Recording(const History& whole, const Explanation& e) : h_(whole), e_(e) {}

  bool precedes(const std::string& a, const std::string& b) const {
    const bool any = b.starts_with("any ");
    const auto before = called(a), after = called(any ? b.substr(4) : b);
    return std::ranges::any_of(before, [&](OperationIndex i) {
      const auto follows = [&](OperationIndex j) { return returned(i) && h_.precedes(i, j); };
      return any ? std::ranges::all_of(after, follows) : std::ranges::any_of(after, follows);
    });
  }
  bool precedes_culprit(const std::string& a) const {
    return std::ranges::any_of(called(a), [&](OperationIndex i) { return h_.precedes(i, *e_.culprit); });
  }
  bool culprit(const std::string& call, const std::string& result) const {
    const Operation& op = h_.operations[*e_.culprit];
    return h_.describe_call(op) == call && op.result.to_json() == result;
  }
  std::size_t inserted(const std::string& v) const {
    return count(e_.prefix, [&](OperationIndex i) {
      return h_.operations[i].argument_count > 0 && h_.operations[i].args()[0].to_json() == v;
    });
  }
  bool ever_inserted(const std::string& v) const {
    return std::ranges::any_of(h_.operations, [&](const Operation& op) {
      return op.argument_count > 0 && op.args()[0].to_json() == v;
    });
  }
  std::size_t removed(const std::string& v) const {
    return count(e_.prefix, [&](OperationIndex i) {
      const std::string& name = h_.method_name(h_.operations[i]);
      return returned(i) && h_.operations[i].argument_count == 0 && !name.starts_with("peek") &&
             h_.operations[i].result.to_json() == v;
    });
  }
  // Successful calls. Unsuccessful ones do not count; open ones may yet succeed.
  std::size_t successes(const std::string& call, bool with_open) const {
    return count(e_.prefix, [&](OperationIndex i) {
      return h_.describe_call(h_.operations[i]) == call &&
             (returned(i) ? h_.operations[i].result == Value(true) : with_open);
    });
  }
  std::vector<OperationIndex> called(const std::string& call) const {
    std::vector<OperationIndex> found;
    for (const OperationIndex i : e_.core) {
      if (h_.describe_call(h_.operations[i]) == call) found.push_back(i);
    }
    return found;
  }
  // The operations that wrote `v` into a register, or may have written it.
  std::vector<OperationIndex> setters(const std::string& v) const {
    std::vector<OperationIndex> found;
    for (const OperationIndex i : e_.prefix) {
      const Operation& op = h_.operations[i];
      const std::string& name = h_.method_name(op);
      if (i == *e_.culprit || name == "read" || (name == "cas" && returned(i) && op.result == Value(false)))
        continue;
      if (op.args().back().to_json() == v) found.push_back(i);
    }
    return found;
  }
  bool precedes(OperationIndex a, OperationIndex b) const { return returned(a) && h_.precedes(a, b); }

 private:
  bool returned(OperationIndex i) const { return h_.operations[i].completed() && !contains(e_.open, i); }
  template <class Condition>
  static std::size_t count(const std::vector<OperationIndex>& indices, Condition condition) {
    return static_cast<std::size_t>(std::ranges::count_if(indices, condition));
  }
  const History& h_;
  const Explanation& e_;
};

std::size_t number(const std::string& times) {
  if (times == "once") return 1;
  return times == "twice" ? 2 : std::stoul(times);
}

// Each phrase as a pattern, and whether its statement is true. $1.. are the groups.
struct Pattern {
  const char* text;
  bool (*holds)(const std::smatch& m, const Recording& r);
  const char* specs;  // this phrase must have been used for these at least once in the test
};
#define CALL R"((\S+\([^)]*\)))"
#define TIMES "(once|twice|\\d+ times)"
const Pattern kPatterns[] = {
    {CALL R"( returned (\S+), which was never \w+\.)",
     [](auto& m, auto& r) { return r.culprit(m[1], m[2]) && !r.ever_inserted(m[2]); },
     "queue stack pqueue deque bag"},
    {CALL R"( returned (\S+) before )" CALL R"( was called\.)",
     [](auto& m, auto& r) { return r.culprit(m[1], m[2]) && r.inserted(m[2]) == 0 && r.ever_inserted(m[2]); },
     "queue stack"},
    {R"((\S+) was \w+ )" TIMES R"(, although it had been \w+ (only|at most) )" TIMES R"(\.)",
     [](auto& m, auto& r) {
       return r.removed(m[1]) == number(m[2]) && r.inserted(m[1]) == number(m[4]) &&
              number(m[4]) < number(m[2]);
     },
     "queue stack pqueue deque bag"},
    {CALL R"( returned null although (\S+) was in the [\w ]+: )" CALL " had returned before " CALL
          R"( was called, and (\S+) had not been \w+\.)",
     [](auto& m, auto& r) {
       return r.culprit(m[1], "null") && m[2] == m[5] && r.precedes_culprit(m[3]) && r.removed(m[2]) == 0 &&
              r.inserted(m[2]) > 0;
     },
     "queue stack pqueue deque bag"},
    {CALL R"( returned null, but in every order that explains the other \d+ operations .*)",
     [](auto& m, auto& r) { return r.culprit(m[1], "null"); }, "queue"},
    {R"((\S+) was dequeued before (\S+), although )" CALL " had returned before ((any )?" CALL
     R"() was called\.)",
     [](auto& m, auto& r) { return r.removed(m[2]) == 0 && r.precedes(m[3], m[4]); }, "queue"},
    {CALL R"( returned (\S+) while (\S+) was still in the queue, although )" CALL
          " had returned before ((any )?" CALL R"() was called\.)",
     [](auto& m, auto& r) { return r.culprit(m[1], m[2]) && r.removed(m[3]) == 0 && r.precedes(m[4], m[5]); },
     "queue"},
    {CALL R"( returned (\S+) while (\S+) lay on top of it: )" CALL " had returned before " CALL
          " was called, " CALL " had returned before " CALL R"( was called, and (\S+) had not been popped\.)",
     [](auto& m, auto& r) {
       return r.culprit(m[1], m[2]) && m[3] == m[8] && r.removed(m[3]) == 0 && r.precedes(m[4], m[5]) &&
              r.precedes_culprit(m[6]);
     },
     "stack"},
    {CALL R"( returned (\S+) while (\S+) was in the priority queue: )" CALL " had returned before " CALL
          R"( was called, and (\S+) had not been removed\.)",
     [](auto& m, auto& r) {
       return r.culprit(m[1], m[2]) && r.removed(m[3]) == 0 && r.precedes_culprit(m[4]);
     },
     "pqueue"},
    {CALL R"( returned (\w+), but (\S+) had never been added\.)",
     [](auto& m, auto& r) {
       return r.culprit(m[1], m[2]) && r.successes("add(" + m[3].str() + ")", true) == 0;
     },
     "set"},
    {R"((remove\((\S+)\)) returned true )" TIMES R"(, although \S+ had been added (only|at most) )" TIMES
     R"(\.)",
     [](auto& m, auto& r) {
       return r.successes(m[1], false) == number(m[3]) &&
              r.successes("add(" + m[2].str() + ")", true) == number(m[5]) && number(m[5]) < number(m[3]);
     },
     "set"},
    {CALL R"( returned (\w+), although (an earlier )?)" CALL
          R"( had returned before it was called and (\S+) had never been removed\.)",
     [](auto& m, auto& r) {
       return r.culprit(m[1], m[2]) && r.precedes_culprit(m[4]) &&
              r.successes("remove(" + m[5].str() + ")", true) == 0;
     },
     "set"},
    {R"((add\((\S+)\)) returned true )" TIMES R"(, although \S+ had never been removed\.)",
     [](auto& m, auto& r) {
       return r.successes(m[1], false) == number(m[3]) && number(m[3]) > 1 &&
              r.successes("remove(" + m[2].str() + ")", true) == 0;
     },
     "set"},
    {CALL R"( (?:returned \S+|succeeded), but (\S+) had never been written\.)",
     [](auto& m, auto& r) { return r.setters(m[2]).empty() && m[2] != "0"; }, "register"},
    {CALL " (?:returned \\S+|succeeded), although " CALL
          R"( had returned before it was called and nothing had written (\S+) since\.)",
     [](auto& m, auto& r) {
       return r.precedes_culprit(m[2]) && std::ranges::any_of(r.called(m[2]), [&](OperationIndex w) {
                return std::ranges::all_of(r.setters(m[3]),
                                           [&](OperationIndex s) { return r.precedes(s, w); });
              });
     },
     "register"},
    {CALL R"( (?:returned \S+|succeeded) after (?:an earlier )?)" CALL
          R"( had (?:returned \S+|succeeded), although )" CALL " had returned before " CALL
          R"( was called\.)",
     [](auto& m, auto& r) { return r.precedes_culprit(m[2]) && r.precedes(m[3], m[4]); }, "register"},
    {CALL R"( (?:returned \S+|succeeded) after (?:an earlier )?)" CALL
          R"( had (?:returned \S+|succeeded), and nothing had written (\S+)\.)",
     [](auto& m, auto& r) { return r.precedes_culprit(m[2]) && r.setters(m[3]).empty(); }, "register"},
    {"The lock had been acquired " TIMES " and (never|(?:only|at most) " TIMES R"() released\.)",
     [](auto& m, auto& r) {
       const std::size_t released = m[2] == "never" ? 0 : number(m[3]);
       return r.called("unlock()").size() == released && number(m[1]) > released + 1;
     },
     "mutex"},
    {R"(unlock\(\) had returned )" TIMES " and the lock was (never|(?:only|at most) " TIMES R"() acquired\.)",
     [](auto& m, auto&) { return number(m[1]) > (m[2] == "never" ? 0 : number(m[3])); }, "mutex"},
    {R"(No order of these \d+ operations explains [^.]*\.( One gets no further than .*\.)?)",
     [](auto&, auto&) { return true; }, "register counter semaphore queue stack deque map mwcas kv mutex"},
    {R"(.* is not possible in the initial state, .*\.)", [](auto&, auto&) { return true; }, "semaphore map"},
};
#undef CALL
#undef TIMES

using Said = std::map<const Pattern*, std::set<std::string>>;

void expect_true_sentence(const History& whole, const Spec& spec, const Explanation& e, Said& said) {
  std::smatch match;
  for (const Pattern& pattern : kPatterns) {
    static std::map<const Pattern*, std::regex> compiled;
    const std::regex& regex = compiled.try_emplace(&pattern, pattern.text).first->second;
    if (!std::regex_match(e.sentence, match, regex)) continue;
    EXPECT_TRUE(pattern.holds(match, Recording(whole, e))) << e.sentence;
    said[&pattern].insert(spec.name());
    return;
  }
  ADD_FAILURE() << "a sentence of no known form: " << e.sentence;
}

void expect_good(const History& history, const Spec& spec, Said& said) {
  const Explanation e = testing::explain_with_oracle(history, spec);
  expect_prefix(history, spec, e);
  expect_core(history, spec, e);
  expect_attempts(history, spec, e);
  expect_true_sentence(history, spec, e, said);
  if (::testing::Test::HasFailure()) FAIL() << e.sentence << "\n" << testing::to_json_lines(history, spec);
}

// Only some are taken: there are too many to explain all of them.
void explain_small_violations(const Spec& spec, Said& said) {
  const std::size_t every = kUnderSanitizers ? 1 : 11;
  std::size_t count = 0;
  testing::for_each_small_history(spec, 3, 2, [&](const History& history) {
    if (++count % every != 0 || ::testing::Test::HasFailure()) return;
    if (!oracle_linearizable(history, spec)) expect_good(history, spec, said);
  });
}

void explain_random_violations(const Spec& spec, Random& rng, Said& said) {
  const std::size_t wanted = cases(400);
  std::size_t violations = 0;
  for (std::size_t round = 0; violations < wanted && round < 100 * wanted; ++round) {
    testing::Shape shape = testing::random_shape(rng, 7);
    shape.objects = 1;
    shape.corrupted = 1;
    const History history = round % 8 == 0 ? testing::random_partial_order_history(rng, spec, shape)
                                           : testing::random_history(rng, spec, shape);
    if (oracle_linearizable(history, spec)) continue;
    ++violations;
    expect_good(history, spec, said);
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_EQ(violations, wanted) << spec.name();
}

TEST(ExplainProperties, HoldOfSmallAndRandomViolations) {
  Random rng(3);
  Said said;
  for (const std::string& name : spec_names()) {
    const Spec spec = make_spec(name);
    explain_small_violations(spec, said);
    explain_random_violations(spec, rng, said);
    if (HasFailure()) return;
  }
  for (const Pattern& pattern : kPatterns) {
    std::istringstream expected(pattern.specs);
    for (std::string name; expected >> name;) {
      EXPECT_TRUE(said[&pattern].contains(name)) << "never said of a " << name << ": " << pattern.text;
    }
  }
}

}  // namespace
}  // namespace linnet
