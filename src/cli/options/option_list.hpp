// The options of a command, each declared once: its name, where its value goes, and what the help says about
// it. Help, man pages and shell completions are made from these declarations.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/described.hpp"
#include "base/named.hpp"

namespace linnet {

// Says in one sentence why a command line cannot be understood.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Thrown by the function of an option that shows something instead of running the command.
struct ShowInstead {
  std::string text;
};

// Where the value of an option goes. A bool and a function without a parameter make a flag, which has no value. A double
// is a time in seconds. A function can be called several times.
using Target =
    std::variant<bool*, std::function<void()>, std::function<void(const std::string&)>, std::string*,
                 std::vector<std::string>*, std::uint32_t*, std::optional<std::uint32_t>*, std::uint64_t*,
                 std::optional<std::uint64_t>*, double*, std::optional<double>*>;

struct Option {
  std::vector<std::string> names;      // "-o", "--output"; or "HISTORY", which is given without a name
  std::vector<std::string> old_names;  // They still work, but no help shows them.
  Target target;
  std::string help;   // sentences
  std::string group;  // the heading under which the help shows it
  std::string value;  // the help's name for its value: "FILE"; empty for a flag
  std::string usual;  // the default, for the help
  std::vector<Described> choices;
  bool only_choices = false;
  bool common = false;  // in the short help
  bool hidden = false, required = false, bytes = false, given = false;
  std::optional<std::string> without_value = {};  // the value if none is attached by "="
  std::vector<std::string> words = {};            // as it was given, each time: "--spin=5"
  std::uint64_t least = 0, most = std::numeric_limits<std::uint64_t>::max();

  Option& such_as(std::vector<Described> known);  // The command judges other values.
  // Other values are refused.
  Option& one_of(std::vector<Described> all) { return only_choices = true, such_as(std::move(all)); }
  Option& between(std::uint64_t from, std::uint64_t to) { return least = from, most = to, *this; }
  Option& in_bytes() { return bytes = true, value = "SIZE", *this; }  // 500MB, 8GB
  Option& usually(std::string text) { return usual = std::move(text), *this; }
  Option& formerly(std::string_view old_name) { return old_names.emplace_back(old_name), *this; }
  Option& may_have_no_value(std::string then) { return without_value = std::move(then), *this; }
  Option& in_short_help() { return common = true, *this; }
  Option& must_be_given() { return required = true, *this; }

  bool is_flag() const { return value.empty(); }
  bool is_positional() const { return !names.front().starts_with('-'); }
  bool is_list() const { return std::holds_alternative<std::vector<std::string>*>(target); }
};

class OptionList {
 public:
  // The heading for all options that are added from now on.
  void group(std::string heading) { group_ = std::move(heading); }
  // `declaration` is "--spec", "HISTORY", or with the help's name for the value: "-o,--output FILE".
  Option& add(std::string_view declaration, Target target, std::string help);
  // An option that works and that no help shows: an older spelling, or an option for our own processes.
  Option& add_hidden(std::string_view names, Target target);
  // One of the values in a table of names.
  template <class Value, class Place>
  Option& add_choice(std::string_view declaration, Place* place, std::span<const Named<Value>> table,
                     std::string help);
  // `action` is called when all words are parsed.
  void afterwards(std::function<void()> action) { afterwards_.push_back(std::move(action)); }

  // Throws UsageError.
  void parse(std::span<const std::string> words);

  const std::deque<Option>& all() const { return all_; }
  // The words that the user gave for those options that `others` has, too.
  std::vector<std::string> words_also_in(const OptionList& others) const;

 private:
  using Words = std::span<const std::string>;

  Option* find(std::string_view name);
  void store_positional(const std::string& word);
  std::string complaint_about(const std::string& word) const;
  // These return the number of words that they used.
  std::size_t parse_option(Words words);
  std::size_t take_value(Option& option, const std::string& name, std::optional<std::string> attached,
                         Words words);

  std::deque<Option> all_;  // references to its elements stay valid
  std::string group_ = "OptionList";
  std::vector<std::function<void()>> afterwards_;
  std::string unknown_;  // the first option that does not exist
};

template <class Value, class Place>
Option& OptionList::add_choice(std::string_view declaration, Place* place,
                               std::span<const Named<Value>> table, std::string help) {
  std::vector<Described> choices;
  std::string usual;
  for (const auto& entry : table) {
    choices.push_back({std::string(entry.name), std::string(entry.meaning)});
    if (entry.value == *place) usual = entry.name;
  }
  const auto set = [place, table](const std::string& word) {
    for (const auto& entry : table) {
      if (entry.name == word) *place = entry.value;
    }
  };
  return add(declaration, set, std::move(help)).one_of(std::move(choices)).usually(std::move(usual));
}

// For a value that an option parses itself: `name` is that of the option. Throws UsageError if the word is no
// such number.
std::uint64_t whole_number(const std::string& name, const std::string& word, const std::string& expected);

}  // namespace linnet
