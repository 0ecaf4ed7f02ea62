// The meaning of Jepsen's operations, for EDN maps and for lines of a log.
//
// An event has a process, a type (:invoke :ok :fail :info), a function :f and a :value. The meaning of the
// value depends on the function: in `:read nil` ... `:ok :read 3` it is the result, in `:write 3` the
// argument, in `:cas [1 2]` the arguments of a call whose result is true. `Vocabulary words` below has the
// known functions. For all other functions the value of the invocation is the arguments, and the value of :ok
// the result if it is a different one. If that is not enough, events may carry :args and :result explicitly;
// our own writer does so.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "history/formats/format.hpp"

namespace linnet {

struct JepsenEvent {
  enum class Type : std::uint8_t { invoke, ok, fail, info };

  Type type = Type::invoke;
  Value process;
  std::string_view f;
  Value value;
  std::optional<Value> key;           // for key-value logs: the first argument
  std::optional<Value> args, result;  // explicit
};

std::optional<JepsenEvent::Type> find_jepsen_type(std::string_view name);

// A function :f and how its :value is read.
struct JepsenFunction {
  enum class Shape : std::uint8_t {
    query,      // no argument; the result is the value of :ok
    update,     // the value is the argument; returns null
    predicate,  // the value is the list of arguments; returned true, or false if it failed
    command,    // neither argument nor result
    other,      // the value of :invoke is the arguments, that of :ok the result unless they are the same
  };
  std::string_view name;  // in our specifications
  Shape shape;

  std::vector<Value> args(const JepsenEvent& invoke) const;
  Value result(const JepsenEvent& ok, Value invoked_value) const;
  Value failure() const { return shape == Shape::query ? Value() : Value(false); }
};
JepsenFunction find_jepsen_function(std::string_view f);

class JepsenEvents {
 public:
  JepsenEvents(HistoryBuilder& builder, const ReadOptions& options) : builder_(builder), options_(options) {}

  void apply(const JepsenEvent& event, HistoryBuilder::Line line);
  // Names in the header the specification to which these functions belong.
  void describe();

 private:
  struct Process {
    ThreadId thread;
    Value invoked_value;
    bool retired = false;
  };

  Process& process(Value label);
  bool fails_as_result(std::string_view f, std::string_view name) const;

  HistoryBuilder& builder_;
  const ReadOptions& options_;
  absl::flat_hash_map<Value, Process> processes_;
  std::vector<std::string> names_;  // of all functions invoked
  bool keyed_ = false;
};

}  // namespace linnet
