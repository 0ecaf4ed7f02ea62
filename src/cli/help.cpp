// Help in groups. Sentences are broken at blanks, and continuation lines are indented.
#include "cli/help.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/terminal.hpp"

namespace linnet {

namespace {

constexpr std::size_t kColumn = 28;  // where descriptions begin
constexpr std::size_t kLeast = 30;   // columns of a description, however narrow the terminal
constexpr std::size_t kIndent = 2;   // of continuation lines

// The text in lines of at most `width`, each line after the first `indent` further right.
std::string broken(const std::string& text, std::size_t width, std::size_t indent) {
  std::string out;
  // The start of the current line, and the last blank in it.
  std::size_t start = 0, blank = std::string::npos;
  for (const char c : text) {
    out += c;
    if (c == '\n') {
      start = out.size();
      blank = std::string::npos;
    } else if (out.size() - start > width && blank != std::string::npos) {
      const std::size_t own = std::min(out.find_first_not_of(' ', start) - start, width / 2);
      out.replace(blank, 1, "\n" + std::string(own + indent, ' '));
      start = blank + 1;
      blank = std::string::npos;
    } else if (c == ' ' && out.find_first_not_of(' ', start) != std::string::npos) {
      blank = out.size() - 1;
    }
  }
  return out;
}

// A name on the left, and its description on the right.
std::string entry(const std::string& name, const std::string& description, std::size_t width) {
  std::string text = "  " + name;
  if (text.size() + 2 > kColumn) text += "\n";
  const std::size_t room = std::max(kLeast, width - std::min(width, kColumn));
  std::string lines = broken(description, room, 0) + "\n";
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at);
    const std::size_t column = text.size() - (text.find_last_of('\n') + 1);
    if (end > at) text += std::string(kColumn - std::min(column, kColumn), ' ');
    text.append(lines, at, end + 1 - at);
    at = end + 1;
  }
  return text;
}

bool have_meanings(const std::vector<Described>& choices) {
  return std::ranges::any_of(choices, [](const Described& choice) { return !choice.meaning.empty(); });
}

std::string list_of(const std::vector<Described>& choices) {
  std::string text;
  for (const Described& choice : choices) text += (text.empty() ? "" : ", ") + choice.name;
  return text;
}

std::string described(const Option& option, bool everything, std::size_t width) {
  std::string left = names_of(option);
  if (!option.is_flag() && !option.is_positional()) left += " " + option.value;
  std::string text = option.help;
  if (!option.usual.empty()) text += fmt::format(" Default: {}.", option.usual);
  const bool table = everything && have_meanings(option.choices);
  if (!option.choices.empty() && !table) text += "\n" + list_of(option.choices);
  std::string result = entry(left, text, width);
  if (!table) return result;
  const std::size_t room = std::max(kLeast, width - std::min(width, kColumn));
  for (const Described& choice : option.choices) {
    const std::string line = "  " + choice.name + ": " + choice.meaning;
    result += entry("", broken(line, room, kIndent), width);
  }
  return result;
}

std::string footer_of(const Command& command, std::size_t width) {
  return command.examples.empty() ? "" : "\n" + broken(command.examples, width, kIndent) + "\n";
}

}  // namespace

std::string names_of(const Option& option) {
  std::string text;
  for (const std::string& name : option.names) text += (text.empty() ? "" : ", ") + name;
  return text + (option.is_positional() && option.is_list() ? "..." : "");
}

std::vector<std::string> groups_of(const OptionList& options) {
  std::vector<std::string> groups;
  for (const Option& option : options.all()) {
    if (!option.hidden && std::ranges::find(groups, option.group) == groups.end())
      groups.push_back(option.group);
  }
  return groups;
}

std::string usage_of(const OptionList& options) {
  std::string text = "[OPTIONS]";
  for (const Option& option : options.all()) {
    if (option.is_positional()) text += " " + names_of(option);
  }
  return text;
}

namespace {

// `name` is how a user calls the command: "linnet check". Without `everything`, shows only the most common
// options.
std::string help_of(const Command& command, const std::string& name, const OptionList& options,
                    bool everything, std::size_t width) {
  std::string text = fmt::format("{}\n\nUsage: {} {}\n", command.summary, name, usage_of(options));
  bool all_shown = true;
  for (const std::string& group : groups_of(options)) {
    std::string entries;
    for (const Option& option : options.all()) {
      if (option.hidden || option.group != group) continue;
      if (everything || option.common) {
        entries += described(option, everything, width);
      } else {
        all_shown = false;
      }
    }
    if (!entries.empty()) text += fmt::format("\n{}:\n{}", group, entries);
  }
  if (!all_shown) text += fmt::format("\nThere are more options: {} --help-all\n", name);
  return text + footer_of(command, width);
}

}  // namespace

void declare_help(OptionList& options, const Command& command, const std::string& name) {
  const auto show = [&](bool everything) {
    return [&options, &command, name, everything] {
      throw ShowInstead{help_of(command, name, options, everything, style_for(stdout).width)};
    };
  };
  options.group("Help");
  options.add("-h,--help", show(false), "Show the options that most people need.").in_short_help();
  options.add("--help-all", show(true), "Show all options, and what their values mean.").in_short_help();
}

std::string help_of_program(const std::vector<CommandGroup>& groups, std::size_t width) {
  std::string text =
      "Linnet decides whether concurrent objects keep their promise.\n\n"
      "Usage: linnet COMMAND [OPTIONS]\n";
  for (const CommandGroup& group : groups) {
    if (group.hidden()) continue;
    text += fmt::format("\n{}:\n", group.heading);
    for (const Command& command : group.commands) text += entry(command.name, command.summary, width);
  }
  return text + "\n" +
         broken(
             "Exit status: 0 consistent, 1 violation found, 2 bad usage or bad input, 3 unknown (a limit "
             "was reached).\n"
             "The options of a command: linnet help check. The version: linnet --version.\n",
             width, kIndent);
}

}  // namespace linnet
