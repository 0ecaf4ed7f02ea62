// OptionList: converts the words of a command line to values.
#include "cli/options/option_list.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <type_traits>

#include <fmt/format.h>

#include "base/nearest.hpp"

namespace linnet {

namespace {

std::vector<std::string> split(std::string_view names) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t comma = std::min(names.find(','), names.size());
    parts.emplace_back(names.substr(0, comma));
    if (comma == names.size()) return parts;
    names.remove_prefix(comma + 1);
  }
}

[[noreturn]] void refuse(const std::string& name, const std::string& found, const std::string& expected) {
  throw UsageError(
      fmt::format("{}: found {}, expected {}", name, found.empty() ? "nothing" : found, expected));
}

struct Unit {
  std::string_view name;
  double factor;
};
constexpr Unit kTimes[] = {{"", 1}, {"ms", 0.001}, {"s", 1}, {"m", 60}, {"h", 3600}};
constexpr double kKilo = 1024;
constexpr Unit kSizes[] = {{"", 1},
                           {"b", 1},
                           {"k", kKilo},
                           {"m", kKilo* kKilo},
                           {"g", kKilo* kKilo* kKilo},
                           {"t", kKilo* kKilo* kKilo* kKilo}};

// "10s" with the units of time, "8GB" with those of sizes.
std::optional<double> number_with_unit(std::string_view word, std::span<const Unit> units) {
  double number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || number < 0) return std::nullopt;
  std::string unit(end, word.data() + word.size());
  unit.erase(0, unit.find_first_not_of(' '));
  std::ranges::transform(unit, unit.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const Unit& each : units) {
    if (each.name == unit) return number * each.factor;
  }
  return std::nullopt;
}

double seconds_of(const std::string& name, const std::string& word) {
  const auto seconds = number_with_unit(word, kTimes);
  if (!seconds) refuse(name, word, "a time such as 500ms, 10s, 5m or 1h");
  return *seconds;
}

// "8GB", "8GiB" and "8g" are the same.
std::uint64_t bytes_of(const std::string& name, const std::string& word) {
  std::string_view without_byte = word;
  for (const std::string_view end : {"B", "b", "i", "I"}) {
    const bool long_unit =
        without_byte.size() > 1 &&
        std::isalpha(static_cast<unsigned char>(without_byte[without_byte.size() - 2])) != 0;
    if (long_unit && without_byte.ends_with(end)) without_byte.remove_suffix(1);
  }
  const auto bytes = number_with_unit(without_byte, kSizes);
  constexpr double kTooMany = 9e18;
  if (!bytes || *bytes > kTooMany) refuse(name, word, "a size such as 500MB or 8GB");
  return static_cast<std::uint64_t>(*bytes);
}

template <class Number>
std::optional<Number> read_number(const std::string& word) {
  Number number{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size() ? std::optional(number) : std::nullopt;
}

template <class Number>
Number number_of(const Option& option, const std::string& name, const std::string& word) {
  const auto number = read_number<Number>(word);
  if (number && *number >= option.least && *number <= option.most) return *number;
  const bool bounded = option.most < std::numeric_limits<Number>::max();
  refuse(name, word,
         bounded ? fmt::format("a number from {} to {}", option.least, option.most)
                 : "a number that is not negative");
}

template <class Pointer>
constexpr bool kIsTime = std::is_same_v<Pointer, double*> || std::is_same_v<Pointer, std::optional<double>*>;
template <class Pointer>
constexpr bool kIsNumber =
    std::is_same_v<Pointer, std::uint32_t*> || std::is_same_v<Pointer, std::optional<std::uint32_t>*> ||
    std::is_same_v<Pointer, std::uint64_t*> || std::is_same_v<Pointer, std::optional<std::uint64_t>*>;

template <class Number>
struct Plain {
  using type = Number;
};
template <class Number>
struct Plain<std::optional<Number>> {
  using type = Number;
};

void check_choice(const Option& option, const std::string& name, const std::string& word) {
  std::vector<std::string> names;
  for (const Described& choice : option.choices) {
    if (choice.name == word) return;
    names.push_back(choice.name);
  }
  if (const auto meant = nearest(word, names))
    throw UsageError(fmt::format("{}: unknown {}; did you mean {}?", name, word, *meant));
  refuse(name, word, fmt::format("one of {}", fmt::join(names, ", ")));
}

// `name` is the name that the user wrote.
void store(Option& option, const std::string& name, const std::string& word) {
  if (option.only_choices) check_choice(option, name, word);
  std::visit(
      [&](const auto& place) {
        using Place = std::remove_cvref_t<decltype(place)>;
        if constexpr (std::is_same_v<Place, std::function<void(const std::string&)>>) {
          place(word);
        } else if constexpr (std::is_same_v<Place, std::string*>) {
          *place = word;
        } else if constexpr (std::is_same_v<Place, std::vector<std::string>*>) {
          place->push_back(word);
        } else if constexpr (kIsTime<Place>) {
          *place = seconds_of(name, word);
        } else if constexpr (kIsNumber<Place>) {
          using Number = typename Plain<std::remove_pointer_t<Place>>::type;
          *place = option.bytes ? static_cast<Number>(bytes_of(name, word))
                                : number_of<Number>(option, name, word);
        }
      },
      option.target);
}

void raise_flag(const Option& option) {
  if (const auto* place = std::get_if<bool*>(&option.target)) {
    **place = true;
  } else {
    std::get<std::function<void()>>(option.target)();
  }
}

// Whether a second value would replace the first, so that only one can be given.
bool is_scalar(const Option& option) {
  const bool is_function = std::holds_alternative<std::function<void(const std::string&)>>(option.target);
  return !option.is_list() && (!is_function || option.only_choices);
}

std::string usual_value_name(const Target& target) {
  return std::visit(
      [](const auto& place) -> std::string {
        using Place = std::remove_cvref_t<decltype(place)>;
        if constexpr (std::is_same_v<Place, bool*> || std::is_same_v<Place, std::function<void()>>) return "";
        if constexpr (kIsTime<Place>) return "TIME";
        if constexpr (kIsNumber<Place>) return "N";
        return "TEXT";
      },
      target);
}

// The value of the target before anything is parsed; nothing if it is empty or 0.
std::string present_value(const Target& target) {
  if (const auto* text = std::get_if<std::string*>(&target)) return **text;
  if (const auto* number = std::get_if<std::uint32_t*>(&target); number != nullptr && **number != 0)
    return std::to_string(**number);
  if (const auto* number = std::get_if<std::uint64_t*>(&target); number != nullptr && **number != 0)
    return std::to_string(**number);
  if (const auto* seconds = std::get_if<double*>(&target); seconds != nullptr && **seconds != 0)
    return fmt::format("{}s", **seconds);
  return "";
}

}  // namespace

Option& Option::such_as(std::vector<Described> known) {
  choices = std::move(known);
  if (value == "TEXT") value = "NAME";
  return *this;
}

std::uint64_t whole_number(const std::string& name, const std::string& word, const std::string& expected) {
  const auto number = read_number<std::uint64_t>(word);
  if (!number) refuse(name, word, expected);
  return *number;
}

Option& OptionList::add(std::string_view declaration, Target target, std::string help) {
  Option& option = all_.emplace_back();
  const std::size_t blank = std::min(declaration.find(' '), declaration.size());
  option.names = split(declaration.substr(0, blank));
  option.value =
      blank < declaration.size() ? std::string(declaration.substr(blank + 1)) : usual_value_name(target);
  option.usual = present_value(target);
  option.target = std::move(target);
  option.help = std::move(help);
  option.group = group_;
  option.common = option.is_positional();
  return option;
}

Option& OptionList::add_hidden(std::string_view names, Target target) {
  Option& option = add(names, std::move(target), "");
  option.hidden = true;
  return option;
}

Option* OptionList::find(std::string_view name) {
  for (Option& option : all_) {
    if (option.is_positional()) continue;
    for (const auto* names : {&option.names, &option.old_names}) {
      if (std::ranges::find(*names, name) != names->end()) return &option;
    }
  }
  return nullptr;
}

void OptionList::store_positional(const std::string& word) {
  const auto next = std::ranges::find_if(all_, [](const Option& option) {
    return option.is_positional() && (!option.given || option.is_list());
  });
  if (next == all_.end()) throw UsageError(fmt::format("found {}, expected no further argument", word));
  next->given = true;
  store(*next, next->names.front(), word);
}

std::string OptionList::complaint_about(const std::string& word) const {
  std::vector<std::string> names;
  for (const Option& option : all_) {
    if (option.is_positional()) continue;
    names.insert(names.end(), option.names.begin(), option.names.end());
    names.insert(names.end(), option.old_names.begin(), option.old_names.end());
  }
  const auto meant = nearest(word, names);
  return fmt::format("unknown option {}{}", word, meant ? fmt::format("; did you mean {}?", *meant) : "");
}

std::size_t OptionList::take_value(Option& option, const std::string& name,
                                   std::optional<std::string> attached, Words words) {
  if (option.is_flag()) {
    if (attached) throw UsageError(fmt::format("{} takes no value: found {}", name, *attached));
    raise_flag(option);
    option.words.push_back(name);
    return 1;
  }
  if (option.given && is_scalar(option)) throw UsageError(fmt::format("{} is given twice", name));
  option.given = true;
  if (!attached && option.without_value) {
    store(option, name, *option.without_value);
    option.words.push_back(name);
    return 1;
  }
  if (!attached && words.size() < 2)
    throw UsageError(fmt::format("{} needs a value: {}", name, option.value));
  const std::string& value = attached ? *attached : words[1];
  store(option, name, value);
  option.words.push_back(name + "=" + value);
  return attached ? 1 : 2;
}

std::vector<std::string> OptionList::words_also_in(const OptionList& others) const {
  std::vector<std::string> words;
  for (const Option& option : all_) {
    const bool also =
        std::ranges::any_of(others.all(), [&](const Option& o) { return o.names == option.names; });
    if (also) words.insert(words.end(), option.words.begin(), option.words.end());
  }
  return words;
}

// Parses "--name=value", "-nvalue", or a value in the next word.
std::size_t OptionList::parse_option(Words words) {
  const std::string& word = words.front();
  const bool is_long = word.starts_with("--");
  const std::size_t end = std::min(is_long ? word.find('=') : 2, word.size());
  const std::string name = word.substr(0, end);
  Option* option = find(name);
  if (option == nullptr) {
    if (unknown_.empty()) unknown_ = is_long ? name : word;
    return 1;
  }
  std::optional<std::string> attached;
  if (end < word.size()) attached = word.substr(is_long ? end + 1 : end);
  return take_value(*option, name, std::move(attached), words);
}

void OptionList::parse(Words words) {
  bool only_positionals = false;
  while (!words.empty()) {
    const std::string& word = words.front();
    std::size_t taken = 1;
    if (only_positionals || word == "-" || !word.starts_with('-')) {
      if (unknown_.empty()) store_positional(word);  // Otherwise it may have been meant as the value.
    } else if (word == "--") {
      only_positionals = true;
    } else {
      taken = parse_option(words);
    }
    words = words.subspan(taken);
  }
  if (!unknown_.empty()) throw UsageError(complaint_about(unknown_));
  for (const Option& option : all_) {
    if (option.required && !option.given) throw UsageError(option.names.back() + " is required");
  }
  for (const auto& action : afterwards_) action();
}

}  // namespace linnet
