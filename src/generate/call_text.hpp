// How a method is called in a test: the second argument of .operation().
//
// If recording can use its name, parameters and result as they are, that is a pointer to member. Otherwise it
// is a lambda that converts them: `bool pop(int&)` becomes
//
//   [](Subject& object) -> std::optional<int> {
//     int value{};
//     if (!object.pop(value)) return std::nullopt;
//     return value;
//   }
//
// Only the compiler knows some things, such as what a template accepts, or whether a value can be made of a
// class. So a call is written in several ways, the best one first, and the first that compiles is used
// (choose_forms).
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "generate/class_description.hpp"

namespace linnet::generate {

// One way to write something. The lines of its code are indented relative to each other.
struct Form {
  std::vector<std::string> code;
  std::vector<std::string> remarks;    // for the reader of the test
  std::vector<std::string> arguments;  // of each .arguments(...), if the type has no known small values
  std::string recorded;                // the type of its result, if perhaps no value can be made of it
};

struct CannotCall {
  std::string reason;
};

using CallForms = std::variant<std::vector<Form>, CannotCall>;

// `subject` is the name of the class in the test. A method whose name is unique needs no lambda for that.
CallForms call_forms(const Method& method, const ClassDescription& description, const std::string& subject,
                     bool only_one_of_its_name);

// The text in the parentheses of linnet::object<Subject>(...).
CallForms construction_forms(const Method& constructor);

}  // namespace linnet::generate
