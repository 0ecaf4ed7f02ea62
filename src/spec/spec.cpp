// Implements the parts of Spec that do not depend on the state's type.
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

namespace {

struct TypeWords {
  std::string_view name, in_signature;
};

TypeWords words_of(ArgumentType type) {
  switch (type) {
    case ArgumentType::any: return {"any value", "value"};
    case ArgumentType::boolean: return {"true or false", "bool"};
    case ArgumentType::integer: return {"an integer of 64 bits", "integer"};
    case ArgumentType::text: return {"a string", "string"};
    case ArgumentType::array: return {"an array", "array"};
    case ArgumentType::ordered: return {"a number or a string", "number or string"};
  }
  return {};
}

}  // namespace

std::string_view name_of(ArgumentType type) {
  return words_of(type).name;
}

std::string Method::signature() const {
  std::string text = name + "(";
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    text += i == 0 ? "" : ", ";
    text += words_of(parameters[i]).in_signature;
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
