// QuasiBounds: reads the factors of `--promise quasi:FACTORS`, with precise error messages.
#include "check/quasi/bounds.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/nearest.hpp"

namespace linnet {

namespace {

// A list of the distinct names, as in "enq, deq, peek".
std::vector<std::string> names_of(const Spec& spec) {
  std::vector<std::string> names;
  for (const Method& m : spec.methods()) {
    if (std::ranges::find(names, m.name) == names.end()) names.push_back(m.name);
  }
  return names;
}

class BoundsParser {
 public:
  BoundsParser(std::string_view text, const Spec& spec) : text_(text), spec_(spec) {}

  QuasiBounds parse() {
    if (text_.empty()) fail("expected a factor, as in 2, or groups of methods, as in enq=0,deq=2");
    QuasiBounds bounds;
    if (text_.find('=') == std::string_view::npos && (at_digit() || text_[0] == '-')) {
      bounds = QuasiBounds::uniform(spec_, factor());
      if (at_ < text_.size()) fail_at("the end, or groups as in enq=0,deq=2");
      return bounds;
    }
    do {
      bounds.groups.push_back(group());
      refuse_repetition(bounds);
      if (bounds.groups.size() > kMostGroups) fail(fmt::format("more than {} groups", kMostGroups));
    } while (skip(','));
    if (at_ < text_.size()) fail_at("',' or the end");
    return bounds;
  }

 private:
  QuasiGroup group() {
    group_start_ = at_;
    QuasiGroup group;
    do add_method(group);
    while (skip('+'));
    const std::string_view name = text_.substr(group_start_, at_ - group_start_);
    if (at_ == text_.size() || text_[at_] == ',')
      fail(fmt::format("group {} has no factor; write {}=K", name, name));
    if (!skip('=')) fail_at("'=' and a factor");
    group.factor = factor();
    std::ranges::sort(group.methods);
    return group;
  }

  void add_method(QuasiGroup& group) {
    const std::size_t start = at_;
    while (at_ < text_.size() && std::string_view("+=,").find(text_[at_]) == std::string_view::npos) ++at_;
    const std::string_view name = text_.substr(start, at_ - start);
    if (name.empty()) fail_at("the name of a method");
    bool found = false;
    for (MethodIndex i = 0; i < spec_.methods().size(); ++i) {
      if (spec_.method(i).name != name) continue;
      found = true;
      if (group.has(i)) fail(fmt::format("method {} occurs twice in one group", name));
      group.methods.push_back(i);
    }
    if (!found) fail_unknown(name);
  }

  std::uint32_t factor() {
    if (at_ < text_.size() && text_[at_] == '-')
      fail(fmt::format("a factor cannot be negative, at character {}", at_ + 1));
    if (!at_digit()) fail_at("a factor: 0, 1, 2, ...");
    const std::size_t start = at_;
    std::uint64_t value = 0;
    for (; at_digit(); ++at_) {
      value = value * 10 + static_cast<std::uint64_t>(text_[at_] - '0');
      if (value > kLargestFactor)
        fail(fmt::format("the factor at character {} is larger than {}", start + 1, kLargestFactor));
    }
    return static_cast<std::uint32_t>(value);
  }

  void refuse_repetition(const QuasiBounds& bounds) const {
    const QuasiGroup& last = bounds.groups.back();
    const auto same = [&last](const QuasiGroup& g) { return g.methods == last.methods; };
    if (std::ranges::count_if(bounds.groups, same) > 1) {
      const std::string_view written = text_.substr(group_start_, at_ - group_start_);
      fail(fmt::format("group {} is given twice", written.substr(0, written.find('='))));
    }
  }

  bool at_digit() const { return at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; }
  bool skip(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("quasi:{}: {}", text_, what));
  }
  [[noreturn]] void fail_at(std::string_view expected) const {
    const std::string found = at_ == text_.size() ? std::string("the end") : fmt::format("'{}'", text_[at_]);
    fail(fmt::format("found {} at character {}; expected {}", found, at_ + 1, expected));
  }
  [[noreturn]] void fail_unknown(std::string_view name) const {
    const std::vector<std::string> names = names_of(spec_);
    const auto meant = nearest(name, names);
    fail(fmt::format(
        "specification {} has no method {}; {}", spec_.name(), name,
        meant ? "did you mean " + *meant + "?" : fmt::format("it has {}", fmt::join(names, ", "))));
  }

  std::string_view text_;
  const Spec& spec_;
  std::size_t at_ = 0;
  std::size_t group_start_ = 0;
};

}  // namespace

bool QuasiGroup::has(MethodIndex method) const {
  return std::ranges::find(methods, method) != methods.end();
}

QuasiBounds QuasiBounds::uniform(const Spec& spec, std::uint32_t factor) {
  QuasiGroup all;
  all.factor = factor;
  for (MethodIndex i = 0; i < spec.methods().size(); ++i) all.methods.push_back(i);
  return {{all}};
}

QuasiBounds QuasiBounds::parse(std::string_view text, const Spec& spec) {
  return BoundsParser(text, spec).parse();
}

std::vector<std::string> QuasiBounds::unbounded_methods(const Spec& spec) const {
  std::vector<std::string> names;
  for (MethodIndex i = 0; i < spec.methods().size(); ++i) {
    const bool grouped = std::ranges::any_of(groups, [i](const QuasiGroup& g) { return g.has(i); });
    const std::string& name = spec.method(i).name;
    if (!grouped && std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

std::string QuasiGroup::name(const Spec& spec) const {
  if (methods.size() == spec.methods().size()) return "all methods";
  std::vector<std::string> names;
  for (const MethodIndex m : methods) {
    if (std::ranges::find(names, spec.method(m).name) == names.end()) names.push_back(spec.method(m).name);
  }
  return fmt::format("{}", fmt::join(names, "+"));
}

std::optional<std::uint32_t> QuasiBounds::uniform_factor(const Spec& spec) const {
  if (groups.size() != 1 || groups[0].methods.size() != spec.methods().size()) return std::nullopt;
  return groups[0].factor;
}

}  // namespace linnet
