// The command line: finds the subcommand, and turns every way of going wrong into a sentence and an exit
// status.
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "cli/command.hpp"

namespace linnet {

namespace {

constexpr int exit_code(ExitStatus status) {
  return static_cast<int>(status);
}

int bad_usage(const CLI::App& app, const std::string& what) {
  fmt::print(stderr, "linnet: {}\nTry: {} --help\n", what,
             app.get_parent() ? "linnet " + app.get_name() : "linnet");
  return exit_code(ExitStatus::bad_input);
}

// CLI11 leaves misspelt words to us: the nearest option or subcommand is probably the one that was meant.
std::string explain_extras(const CLI::App& app, const std::vector<std::string>& extras) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  const std::string word = extras[0].substr(0, extras[0].find('='));
  const auto meant = nearest(word, names);
  return fmt::format("unknown {} {}{}", word.starts_with('-') ? "option" : "command", word,
                     meant ? fmt::format("; did you mean {}?", *meant) : "");
}

int run(int argc, char** argv) {
  CLI::App app("Linnet decides whether concurrent objects keep their promise.", "linnet");
  app.set_version_flag("--version", "linnet " LINNET_VERSION);
  app.footer(
      "Exit status: 0 consistent, 1 violation found, 2 bad usage or bad input, 3 unknown (a limit was "
      "reached).\n"
      "Each command has its own help: linnet check --help");
  app.allow_extras();
  app.require_subcommand(0, 1);

  std::vector<std::pair<CLI::App*, std::function<ExitStatus()>>> commands;
  for (const Command& command : {check_command(), convert_command()}) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    sub->footer(command.examples);
    sub->allow_extras();
    commands.emplace_back(sub, command.declare(*sub));
  }

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help and --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    const auto subs = app.get_subcommands();
    return bad_usage(subs.empty() ? app : *subs[0], error.what());
  }
  for (const auto& [sub, action] : commands) {
    if (!sub->parsed()) continue;
    if (!sub->remaining().empty()) return bad_usage(*sub, explain_extras(*sub, sub->remaining()));
    return exit_code(action());
  }
  if (!app.remaining().empty()) return bad_usage(app, explain_extras(app, app.remaining()));
  fmt::print("{}", app.help());
  return exit_code(ExitStatus::bad_input);
}

}  // namespace

}  // namespace linnet

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // `linnet check ... | head` ends by a failed write, not by a signal
  try {
    return linnet::run(argc, argv);
  } catch (const linnet::InputError& error) {
    fmt::print(stderr, "linnet: {}\n", error.what());
    return linnet::exit_code(linnet::ExitStatus::bad_input);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "linnet: out of memory; --memory sets a limit that ends in a result instead\n");
    return linnet::exit_code(linnet::ExitStatus::unknown);
  } catch (const std::exception& error) {
    fmt::print(stderr, "linnet: internal error: {}\n", error.what());
    return linnet::exit_code(linnet::ExitStatus::unknown);
  }
}
