// Decides a weak model while the history happens: it gets each call and return as it comes, and reports the
// first return after which no continuation can satisfy the model.
//
// It keeps an abstract execution of the events so far: a linearization, and what each operation sees. A call
// changes nothing. If the returning operation is already linearized, what it sees has to explain its result;
// otherwise it is linearized at the end, after others if it needs them. If that fails, the end of the
// linearization is taken back, as little of it as possible.
//
//   write(1) |-----...         The first read sees write(1), which is linearized though it has not returned.
//   read()→1   |--|            Under weak-hb the second one need not see it: it is linearized at the end,
//   read()→0        |--|       seeing only the first read. Under monotonic-hb it must see write(1), too;
//                              everything is taken back, no other order explains both: a violation.
//
// This is exact: operations that are called later cannot come before those that have returned, so every
// execution of a longer history begins with one of the events so far.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <memory>
#include <span>

#include "base/budget.hpp"
#include "check/weak/model.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/weak_verdict.hpp"

namespace linnet {

class WeakSearch;

// Decides the history of all objects at once.
class OnlineWeak {
 public:
  using Token = OperationIndex;  // of an operation that has been called
  enum class Answer : std::uint8_t { consistent, violation, out_of_budget };

  // Throws InputError for a model that names methods the specification does not have.
  // REQUIRES: specification, model and budget outlive this.
  OnlineWeak(const Spec& spec, const WeakModel& model, const Budget& budget);
  ~OnlineWeak();

  // REQUIRES: the thread has returned from its last call, and the specification takes the arguments.
  Token call(ThreadId thread, ObjectId object, MethodIndex method, std::span<const Value> arguments);
  // REQUIRES: `token` belongs to a call that has not returned, and the last answer was `consistent`.
  Answer ret(Token token, Value result);

  // Explains the events so far; operations are numbered in the order of calls. REQUIRES: the last answer was
  // `consistent`.
  AbstractExecution execution() const;

 private:
  void begin_again();

  static constexpr std::size_t kFewOperations = 128;
  const Spec& spec_;
  const WeakModel& model_;
  const Budget& budget_;
  History history_;
  std::unique_ptr<WeakSearch> search_;
  std::size_t room_ = 0;  // for operations, in the search
  std::size_t objects_ = 0;
  absl::flat_hash_set<MethodIndex> methods_;  // that were called
  Rank next_rank_ = 0;
};

}  // namespace linnet
