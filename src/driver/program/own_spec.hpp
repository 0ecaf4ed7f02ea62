// A specification that lives in the program under test, presented as one of ours.
//
// A separate process of the program answers for it: it interns states and never forgets one. So a question is
// "state 17, enq(3)?" and the answer "state 21, returns nothing". Every answer is kept, and each transition
// is asked for once in a run. A few hundred messages serve millions of histories.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "driver/program/program.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// May be asked from any thread.
class SpecificationProcess {
 public:
  SpecificationProcess(ProgramUnderTest& program, const ObjectTest& test);

  // These throw an InputError that names the method, if it crashes or does not return.
  const std::vector<SpecOutcome>& outcomes(std::uint32_t state, const Call& call);
  std::string describe(std::uint32_t state);
  std::optional<Value> key(const Call& call);
  std::optional<std::string> complaint(const Call& call);

 private:
  struct Question {
    std::uint32_t state;
    std::uint16_t method;
    std::vector<linnet_word> arguments;
    bool operator==(const Question&) const = default;
    template <class H>
    friend H AbslHashValue(H h, const Question& q) {
      return H::combine(std::move(h), q.state, q.method, q.arguments);
    }
  };
  static Question question(std::uint32_t state, const Call& call);
  template <class Answer, class... Parts>
  Answer ask(const std::string& method, Tell answer, Ask kind, Parts... parts);

  std::unique_ptr<Worker> worker_;
  OwnSpecChoice own_;
  std::mutex mutex_;
  absl::flat_hash_map<Question, std::unique_ptr<std::vector<SpecOutcome>>> outcomes_;
  absl::flat_hash_map<Question, std::optional<Value>> keys_;
  absl::flat_hash_map<Question, std::string> complaints_;
};

// REQUIRES: the test has its own specification, and the program outlives the result.
Spec make_own_spec(ProgramUnderTest& program, const ObjectTest& test);

}  // namespace linnet
