// Recognises observers by type, and by the results of the built-in specifications.
#include "check/linearizability/observation.hpp"

namespace linnet {

Observations::Observations(const History& history, const Spec& spec) : spec_(spec) {
  for (const Operation& op : history.operations) {
    for (const Value arg : op.args()) null_is_empty_ = null_is_empty_ && !arg.is_null();
  }
}

bool Observations::only_looks(const Operation& op) const {
  return spec_.method(op.method).observer || (op.completed() && unchanging_result(op));
}

// REQUIRES: completed.
bool Observations::unchanging_result(const Operation& op) const {
  const std::string& spec = spec_.monitored_as();
  if (spec.empty()) return false;
  const std::string& method = spec_.method(op.method).name;
  const auto args = op.args();
  const Value no(false), yes(true);
  if (spec == "register") {
    if (method == "cas") return op.result == no || args[0] == args[1];
    return method == "swap" && op.result == args[0];
  }
  if (spec == "counter") return method == "fetch_add" && args[0] == Value(0);
  if (spec == "set") return op.result == no;
  if (spec == "semaphore" || spec == "mutex") return op.result == no;
  if (spec == "map") {
    if (method == "put") return op.result == args[1] && !op.result.is_null();
    return method == "remove" && op.result.is_null() && null_is_empty_;
  }
  if (spec == "mwcas") {
    // A location may be named true; then that result does not say that the operation failed.
    if (method == "mwcas") return op.result != yes;
    return method == "swap" && op.result == args[1];
  }
  // What is taken from an empty container: null. Methods that add return null too, and have arguments.
  const bool container =
      spec == "queue" || spec == "stack" || spec == "deque" || spec == "pqueue" || spec == "bag";
  return container && args.empty() && op.result.is_null() && null_is_empty_;
}

}  // namespace linnet
