// Implements what of Spec does not depend on the state's type.
#include "linnet/spec.hpp"

#include "base/hash.hpp"

namespace linnet {

bool accepts(ArgumentType type, Value value) {
  switch (type) {
    case ArgumentType::any: return true;
    case ArgumentType::boolean: return value.is_boolean();
    case ArgumentType::integer: return value.is_int64();
    case ArgumentType::text: return value.is_text();
    case ArgumentType::array: return value.is_array();
    case ArgumentType::ordered: return value.is_number() || value.is_text();
  }
  return false;
}

std::string_view name_of(ArgumentType type) {
  switch (type) {
    case ArgumentType::any: return "any value";
    case ArgumentType::boolean: return "true or false";
    case ArgumentType::integer: return "an integer of 64 bits";
    case ArgumentType::text: return "a string";
    case ArgumentType::array: return "an array";
    case ArgumentType::ordered: return "a number or a string";
  }
  return "";
}

std::string Method::signature() const {
  std::string text = name + "(";
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (i != 0) text += ", ";
    switch (parameters[i]) {
      case ArgumentType::any: text += "value"; break;
      case ArgumentType::boolean: text += "bool"; break;
      case ArgumentType::integer: text += "integer"; break;
      case ArgumentType::text: text += "string"; break;
      case ArgumentType::array: text += "array"; break;
      case ArgumentType::ordered: text += "number or string"; break;
    }
  }
  return text + ")";
}

std::optional<MethodIndex> Spec::find(std::string_view name, std::size_t arity) const {
  for (std::size_t i = 0; i < methods().size(); ++i) {
    if (methods()[i].name == name && methods()[i].parameters.size() == arity)
      return static_cast<MethodIndex>(i);
  }
  return std::nullopt;
}

namespace detail {

std::uint64_t scramble(std::uint64_t hash) {
  return mix(hash);
}
std::uint64_t hash_description(std::string_view text) {
  return hash_text(text);
}

}  // namespace detail

}  // namespace linnet
