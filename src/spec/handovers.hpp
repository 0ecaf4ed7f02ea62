// What operations of the built-in objects hand over: a value that one puts in and another gets out, a lock that one gives back and another
// takes. Who takes it relies on all that was done before it was given.
//
// Each built-in specification has its pairs in its own file, or says there why it has none; builtin.cpp has them in its table, so that none can be
// forgotten. A specification that says monitored_as(NAME) has the pairs of that object. Others have none.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "linnet/spec.hpp"

namespace linnet {

struct Handovers {
  struct Gives {
    std::string_view method;
    std::optional<std::size_t> argument = 0;  // which of them is given; absent: all
  };
  struct Takes {
    std::string_view method;
    bool by_arguments = false, by_result = true;  // what tells the thing that was handed over
    bool leaves_it = false;                       // others can take it, too, although the object changes
  };

  Handovers(std::initializer_list<Gives> given, std::initializer_list<Takes> taken)
      : gives(given), takes(taken) {}
  // None, for a reason.
  explicit Handovers(std::string_view reason) : why_none(reason) {}

  std::vector<Gives> gives;
  std::vector<Takes> takes;
  std::string_view why_none;
};

// Returns those of the built-in object that the specification is monitored as; null if there is none. builtin.cpp has the table.
const Handovers* handovers_of(const Spec& spec);

bool has_handovers(const Spec& spec);

// What the call gives, and what it takes: a giver and a taker with equal things may be a pair. Nothing if it is no such call, or if its
// result says that it did nothing. `result` is null while the call has not returned.
std::optional<std::vector<Value>> given_by(const Spec& spec, const Call& call, const Value* result);
std::optional<std::vector<Value>> taken_by(const Spec& spec, const Call& call, Value result);
// Whether the method leaves what it takes to others. REQUIRES: it takes something.
bool leaves_to_others(const Spec& spec, MethodIndex method);

}  // namespace linnet
