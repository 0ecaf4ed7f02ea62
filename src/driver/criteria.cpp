// The table of criteria.
#include "driver/criteria.hpp"

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "check/stuck.hpp"

namespace linnet {

namespace {

constexpr Criterion kTable[] = {
    {"linearizable", "every operation seems to happen at one instant between its call and its return",
     check_linearizable, check_linearizable},
    {"stuck", "every pending call is one that may wait for ever", check_stuck, check_linearizable},
};

}  // namespace

std::span<const Criterion> all_criteria() { return kTable; }

const Criterion& find_criterion(const std::string& name) {
  std::vector<std::string> names;
  for (const Criterion& criterion : kTable) {
    if (criterion.name == name) return criterion;
    names.emplace_back(criterion.name);
  }
  std::string message = "unknown criterion " + name;
  if (const auto meant = nearest(name, names)) throw InputError(message + "; did you mean " + *meant + "?");
  message += "; this version has";
  for (const std::string& n : names) message += (n == names.front() ? " " : ", ") + n;
  throw InputError(message);
}

}  // namespace linnet
