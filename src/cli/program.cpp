// Parsing, and the ways in which a program ends.
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "cli/command.hpp"
#include "cli/help_formatter.hpp"
#include "driver/exploring/program.hpp"
#include "linnet/spec.hpp"

namespace linnet {

namespace {

int end(ExitStatus status) {
  return static_cast<int>(status);
}

std::string full_name(const CLI::App& app) {
  return (app.get_parent() != nullptr ? app.get_parent()->get_name() + " " : "") + app.get_name();
}

int bad_usage(const CLI::App& app, const std::string& what) {
  fmt::print(stderr, "linnet: {}\nTry: {} --help\n", what, full_name(app));
  return end(ExitStatus::bad_input);
}

// CLI11 leaves misspelt words to us: the nearest option or subcommand is probably the one that was meant.
std::string explain_extras(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  const std::string extra = app.remaining()[0], word = extra.substr(0, extra.find('='));
  const auto meant = nearest(word, names);
  return fmt::format("unknown {} {}{}", word.starts_with('-') ? "option" : "command", word,
                     meant ? fmt::format("; did you mean {}?", *meant) : "");
}

// Never throws, whatever has become of standard error.
void complain(std::string_view what) {
  std::fputs(fmt::format("linnet: {}\n", what).c_str(), stderr);
}

// Parses, and runs what `chosen` says was asked for.
template <class Chosen>
int parse_and_run(CLI::App& app, int argc, char** argv, const Chosen& chosen) {
  return run_guarded([&] {
    try {
      app.parse(argc, argv);
      return chosen();
    } catch (const CLI::Success& asked) {  // --help and --version
      app.exit(asked);
      if (std::cout.flush()) return end(ExitStatus::pass);
      complain("cannot write to standard output");
      return end(ExitStatus::bad_input);
    } catch (const CLI::ParseError& error) {
      const auto subs = app.get_subcommands();
      return bad_usage(subs.empty() ? app : *subs[0], error.what());
    }
  });
}

constexpr const char* kVersion = "linnet " LINNET_VERSION;

}  // namespace

// Turns whatever happens into an exit status.
int run_guarded(const std::function<int()>& run) {
  std::signal(SIGPIPE, SIG_IGN);  // `linnet check ... | head` ends by a failed write, not by a signal
  try {
    return run();
  } catch (const InputError& error) {
    complain(error.what());
    return end(ExitStatus::bad_input);
  } catch (const SpecificationError& error) {
    complain(error.what());
    return end(ExitStatus::bad_input);
  } catch (const ProgramDied& died) {
    complain(died.what());
    return end(ExitStatus::unknown);
  } catch (const std::bad_alloc&) {
    complain("out of memory; --memory sets a limit that ends in a result instead");
    return end(ExitStatus::unknown);
  } catch (const std::exception& error) {
    complain(fmt::format("internal error: {}", error.what()));
    return end(ExitStatus::unknown);
  }
}

int run_program(int argc, char** argv, const std::vector<Command>& subcommands) {
  CLI::App app("Linnet decides whether concurrent objects keep their promise.", "linnet");
  app.set_version_flag("--version", kVersion);
  app.footer(
      "Exit status: 0 consistent, 1 violation found, 2 bad usage or bad input, 3 unknown (a limit was "
      "reached).\n"
      "Each command has its own help: linnet check --help");
  app.allow_extras();
  app.formatter(std::make_shared<HelpFormatter>());
  app.require_subcommand(0, 1);

  std::vector<std::pair<CLI::App*, std::function<ExitStatus()>>> commands;
  for (const Command& command : subcommands) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    sub->footer(command.examples);
    sub->allow_extras();
    commands.emplace_back(sub, command.declare(*sub));
  }
  return parse_and_run(app, argc, argv, [&] {
    for (const auto& [sub, action] : commands) {
      if (!sub->parsed()) continue;
      return sub->remaining().empty() ? end(action()) : bad_usage(*sub, explain_extras(*sub));
    }
    if (!app.remaining().empty()) return bad_usage(app, explain_extras(app));
    fmt::print("{}", app.help());
    return end(ExitStatus::bad_input);
  });
}

int run_program(int argc, char** argv, const Command& command) {
  CLI::App app(command.summary, command.name);
  app.set_version_flag("--version", kVersion);
  app.footer(command.examples);
  app.allow_extras();
  app.formatter(std::make_shared<HelpFormatter>());
  const std::function<ExitStatus()> action = command.declare(app);
  return parse_and_run(app, argc, argv, [&] {
    return app.remaining().empty() ? end(action()) : bad_usage(app, explain_extras(app));
  });
}

}  // namespace linnet
