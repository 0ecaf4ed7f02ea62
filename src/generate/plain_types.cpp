// Decides by the kind of the type.
#include "generate/plain_types.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace linnet::generate {

bool is_plain(const Type& type) {
  switch (type.kind) {
    case TypeKind::boolean:
    case TypeKind::integer:
    case TypeKind::real:
    case TypeKind::enumeration:
    case TypeKind::text: return true;
    case TypeKind::optional: return is_plain(type.parts[0]);
    case TypeKind::list: return is_plain(type.parts[0]);
    case TypeKind::nothing:
    case TypeKind::smart_pointer:
    case TypeKind::tuple:
    case TypeKind::initializer_list:
    case TypeKind::duration:
    case TypeKind::time_point:
    case TypeKind::callable:
    case TypeKind::iterator:
    case TypeKind::pointer:
    case TypeKind::own:
    case TypeKind::deduced:
    case TypeKind::other: return false;
  }
  return false;
}

std::vector<std::string> samples(const Type& type) {
  using Values = std::vector<std::string>;
  if (type.kind == TypeKind::boolean) return {"false", "true"};
  if (type.kind == TypeKind::real) return {"1.0", "2.0"};
  if (type.kind == TypeKind::text) return {"\"a\"", "\"b\""};
  if (type.kind == TypeKind::enumeration) return type.enumerators.empty() ? Values{"0"} : type.enumerators;
  if (type.kind == TypeKind::optional) return {samples(type.parts[0])[0], "std::nullopt"};
  if (type.kind == TypeKind::list) {
    const Values items = samples(type.parts[0]);
    return {fmt::format("std::vector<{}>{{{}}}", type.parts[0].name, fmt::join(items, ", ")),
            fmt::format("std::vector<{}>{{}}", type.parts[0].name)};
  }
  return {"1", "2"};
}

bool needs_samples(const Type& type) {
  return type.kind == TypeKind::enumeration || type.kind == TypeKind::optional || type.kind == TypeKind::list;
}

bool has_good_name(const Type& type) {
  constexpr std::size_t kLong = 60;
  return type.name.size() < kLong && type.name.find("type-parameter") == std::string::npos &&
         type.name.find("::detail::") == std::string::npos;
}

}  // namespace linnet::generate
