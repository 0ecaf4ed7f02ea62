// Which methods of the built-in objects hand something over to which others.
#include "spec/handovers.hpp"

#include <algorithm>
#include <array>

namespace linnet {

namespace {

using Item = std::vector<Value>;

struct Gives {
  std::string_view object, method;
  std::optional<std::size_t> argument = 0;  // which of them; absent: all
};
struct Takes {
  std::string_view object, method;
  bool by_arguments = false, by_result = true;  // what tells the thing that was handed over
};

constexpr Gives kGives[] = {
    {"queue", "enq"},
    {"stack", "push"},
    {"deque", "pushFront"},
    {"deque", "pushBack"},
    {"pqueue", "insert"},
    {"bag", "add"},
    {"set", "add"},
    {"register", "write"},
    {"register", "swap"},
    {"register", "cas", 1},
    {"map", "put", std::nullopt},
    {"mutex", "unlock", std::nullopt},
    {"semaphore", "inc", std::nullopt},
};
constexpr Takes kTakes[] = {
    {"queue", "deq"},
    {"queue", "take"},
    {"queue", "peek"},
    {"stack", "pop"},
    {"stack", "peek"},
    {"deque", "popFront"},
    {"deque", "popBack"},
    {"pqueue", "deqMin"},
    {"pqueue", "deqMax"},
    {"pqueue", "peekMin"},
    {"pqueue", "peekMax"},
    {"bag", "take"},
    {"set", "remove", true, false},
    {"set", "contains", true, false},
    {"register", "read"},
    {"register", "swap"},
    {"map", "get", true, true},
    {"map", "remove", true, true},
    {"mutex", "lock", false, false},
    {"mutex", "try_lock", false, false},
    {"semaphore", "dec", false, false},
    {"semaphore", "try_dec", false, false},
};

template <class Row, std::size_t n>
const Row* row_of(const Row (&table)[n], const Spec& spec, MethodIndex method) {
  const auto found = std::ranges::find_if(table, [&](const Row& row) {
    return row.object == spec.monitored_as() && row.method == spec.method(method).name;
  });
  return found == std::end(table) ? nullptr : &*found;
}

}  // namespace

bool has_handovers(const Spec& spec) {
  return std::ranges::any_of(kGives, [&](const Gives& row) { return row.object == spec.monitored_as(); });
}

std::optional<Item> given_by(const Spec& spec, const Call& call, const Value* result) {
  const Gives* const row = row_of(kGives, spec, call.method);
  if (row == nullptr || (result != nullptr && *result == Value(false))) return std::nullopt;
  if (!row->argument) return Item(call.args.begin(), call.args.end());
  return Item{call.args[*row->argument]};
}

std::optional<Item> taken_by(const Spec& spec, const Call& call, Value result) {
  const Takes* const row = row_of(kTakes, spec, call.method);
  const bool nothing = (result.is_null() && !spec.method(call.method).silent) || result == Value(false);
  if (row == nullptr || nothing) return std::nullopt;
  Item item;
  if (row->by_arguments) item.assign(call.args.begin(), call.args.end());
  if (row->by_result) item.push_back(result);
  return item;
}

}  // namespace linnet
