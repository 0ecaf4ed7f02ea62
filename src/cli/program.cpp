// Parses a command line, and turns every ending of a program into an exit status.
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string_view>

#include <fmt/format.h>

#include "base/budget.hpp"
#include "base/error.hpp"
#include "base/interrupt.hpp"
#include "base/nearest.hpp"
#include "cli/command.hpp"
#include "cli/help.hpp"
#include "cli/reporting.hpp"
#include "cli/terminal.hpp"
#include "driver/program/program.hpp"
#include "linnet/spec.hpp"
#include "report/text/visible.hpp"

namespace linnet {

namespace {

using Words = std::span<const std::string>;

int end(ExitStatus status) {
  return static_cast<int>(status);
}

// Never throws, even if standard error cannot be written.
void complain(std::string_view what) {
  std::fputs(visible(fmt::format("linnet: {}\n", what)).c_str(), stderr);
}

int end(ExitStatus status, std::string_view complaint) {
  complain(complaint);
  return end(status);
}

int bad_usage(std::string_view what, std::string_view program) {
  return end(ExitStatus::bad_input, fmt::format("{}\nTry: {} --help", what, program));
}

ExitStatus show(const std::string& text) {
  print_text(text);
  return ExitStatus::pass;
}

constexpr const char* kVersion = "linnet " LINNET_VERSION "\n";

// Parses and runs one command; `name` is how a user calls it.
int run_command_line(const Command& command, const std::string& name, Words words) {
  OptionList options;
  const std::function<ExitStatus()> action = command.declare(options);
  declare_help(options, command, name);
  options.add_hidden("--version", [] { throw ShowInstead{kVersion}; });
  try {
    options.parse(words);
    return end(action());
  } catch (const ShowInstead& asked) {
    return end(show(asked.text));
  } catch (const UsageError& error) {
    return bad_usage(error.what(), name);
  }
}

const Command* find_command(const std::vector<CommandGroup>& groups, std::string_view name) {
  for (const CommandGroup& group : groups) {
    for (const Command& command : group.commands) {
      if (command.name == name) return &command;
    }
  }
  return nullptr;
}

int unknown_word(const std::vector<CommandGroup>& groups, const std::string& word) {
  std::vector<std::string> names{"help", "--help", "--version"};
  for (const CommandGroup& group : groups) {
    for (const Command& command : group.commands) names.push_back(command.name);
  }
  const auto meant = nearest(word, names);
  return bad_usage(fmt::format("unknown {} {}{}", word.starts_with('-') ? "option" : "command", word,
                               meant ? fmt::format("; did you mean {}?", *meant) : ""),
                   "linnet");
}

std::string program_help(const std::vector<CommandGroup>& groups) {
  return help_of_program(groups, style_for(stdout).width);
}

int run_words(const std::vector<CommandGroup>& groups, Words words) {
  if (words.empty()) {
    show(program_help(groups));
    return end(ExitStatus::bad_input);
  }
  const std::string& first = words.front();
  if (first == "--version") return end(show(kVersion));
  std::vector<std::string> rest(words.begin() + 1, words.end());
  const bool help = first == "help" || first == "-h" || first == "--help" || first == "--help-all";
  if (help && rest.empty()) return end(show(program_help(groups)));
  // `linnet help check` is `linnet check --help`.
  const std::string name = help ? rest.front() : first;
  if (help) rest.assign({first == "--help-all" || rest.back() == "--help-all" ? "--help-all" : "--help"});
  const Command* command = find_command(groups, name);
  return command == nullptr ? unknown_word(groups, name) : run_command_line(*command, "linnet " + name, rest);
}

}  // namespace

// Runs `run`, and turns whatever happens into an exit status.
int run_guarded(const std::function<int()>& run) {
  constexpr int kGrace = 2;
  notice_interrupts(kGrace);
  std::signal(SIGPIPE, SIG_IGN);  // `linnet check ... | head` ends with its verdict, not by a signal
  try {
    return run();
  } catch (const InputError& error) {
    // If Ctrl-C also ended the compiler, that is no error of the source.
    if (interrupted()) return end(ExitStatus::unknown, "interrupted before anything was known");
    return end(ExitStatus::bad_input, error.what());
  } catch (const SpecificationError& error) {
    return end(ExitStatus::bad_input, error.what());
  } catch (const RunIsOver& over) {
    return end(ExitStatus::unknown, over.what());
  } catch (const ProgramDied& died) {
    return end(ExitStatus::unknown, died.what());
  } catch (const LimitReached& limit) {
    return end(ExitStatus::unknown, limit.what());
  } catch (const std::bad_alloc&) {
    return end(ExitStatus::unknown, "out of memory; --memory sets a limit that ends in a result instead");
  } catch (const std::exception& error) {
    return end(ExitStatus::unknown, fmt::format("internal error: {}", error.what()));
  }
}

int run_program(int argc, char** argv, const std::vector<CommandGroup>& groups) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  return run_guarded([&] { return run_words(groups, words); });
}

int run_program(int argc, char** argv, const Command& command) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  return run_guarded([&] { return run_command_line(command, command.name, words); });
}

}  // namespace linnet
