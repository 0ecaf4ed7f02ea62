// The two uses of the search: for a complete history, and for one that grows.
#include "check/weak/search.hpp"

#include "check/weak/online_weak.hpp"

namespace linnet {

WeakSearchResult search_execution(const History& history, const Spec& spec, const WeakModel& model,
                                  const WeakSearchOptions& options, const Budget& budget) {
  return WeakSearch(history, spec, model, options, budget).run();
}

OnlineWeak::OnlineWeak(const Spec& spec, const WeakModel& model, const Budget& budget)
    : spec_(spec), model_(model), budget_(budget) {
  refuse_foreign_model(model, spec);
}

OnlineWeak::~OnlineWeak() = default;

OnlineWeak::Token OnlineWeak::call(ThreadId thread, ObjectId object, MethodIndex method,
                                   std::span<const Value> arguments) {
  const auto token = static_cast<Token>(history_.size());
  Operation op;
  op.thread = thread;
  op.object = object;
  op.method = method;
  op.set_args(arguments);
  op.status = Operation::Status::pending;
  op.call = next_rank_++;
  history_.operations.push_back(op);
  const bool known = methods_.contains(method) && object.value < objects_;
  methods_.insert(method);
  objects_ = std::max<std::size_t>(objects_, object.value + 1);
  if (known && search_ && history_.size() <= room_) {
    search_->called(token);
  } else {
    begin_again();
  }
  return token;
}

OnlineWeak::Answer OnlineWeak::ret(Token token, Value result) {
  Operation& op = history_.operations[token];
  op.ret = next_rank_++;
  op.result = result;
  op.status = Operation::Status::completed;
  switch (search_->returned(token)) {
    case WeakSearchResult::Outcome::found: return Answer::consistent;
    case WeakSearchResult::Outcome::none: return Answer::violation;
    case WeakSearchResult::Outcome::spent: break;
  }
  return Answer::out_of_budget;
}

AbstractExecution OnlineWeak::execution() const {
  return search_ ? search_->execution() : AbstractExecution();
}

// Sets up the search anew; the execution stays.
void OnlineWeak::begin_again() {
  const AbstractExecution so_far = execution();
  while (room_ < history_.size()) room_ = 2 * room_ + kFewOperations;
  search_ = std::make_unique<WeakSearch>(history_, spec_, model_, WeakSearchOptions(), budget_, room_);
  search_->adopt(so_far);
}

}  // namespace linnet
