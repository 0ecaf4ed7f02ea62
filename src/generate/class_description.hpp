// The description of a class: what is read from a header, and everything that is needed to write a test.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace linnet::generate {

enum class TypeKind : std::uint8_t {
  nothing,  // void
  boolean,
  integer,
  real,
  enumeration,
  text,              // std::string, std::string_view, const char*
  optional,          // parts: the value it holds
  smart_pointer,     // parts: the type it points to
  tuple,             // std::pair or std::tuple; parts: its elements
  list,              // std::vector; parts: its element
  initializer_list,  // parts: its element
  duration,
  time_point,
  callable,
  iterator,
  pointer,  // parts: the type it points to
  own,      // the class itself
  deduced,  // a parameter of the method's own template
  other,
};

enum class Passing : std::uint8_t { value, const_reference, reference, rvalue };

struct Type {
  TypeKind kind = TypeKind::other;
  std::string name;  // as a test can write it, without reference and const
  Passing passing = Passing::value;
  std::vector<Type> parts;
  std::vector<std::string> enumerators;  // of an enumeration, the first few
  bool is_const = false;                 // of the type, or of the type it refers to
  bool is_pack = false;                  // T&&...
};

struct Parameter {
  std::string name;  // may be empty
  Type type;
  bool has_default = false;
};

enum class Access : std::uint8_t { everyone, derived, nobody };

struct Method {
  std::string name;       // push, operator[]; for a constructor the name of its class
  std::string signature;  // as a person would declare it
  std::vector<Parameter> parameters;
  Type result;
  Access access = Access::everyone;
  bool is_const = false;
  bool is_static = false;
  bool is_deleted = false;
  bool is_template = false;
  bool needs_rvalue = false;  // f() &&
};

struct ClassDescription {
  std::string name;                  // as the user gave it: Queue<int>
  std::vector<Type> elements;        // its template arguments that are types
  std::vector<Method> constructors;  // without the default one, which need not be declared
  std::vector<Method> methods;       // also of public bases; in the order of the header
};

}  // namespace linnet::generate
