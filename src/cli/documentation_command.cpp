// linnet documentation: man pages and completions for shells, made of the declarations of the commands themselves, so that
// they say what the program does. Not for people: the build runs it, and installs what it writes.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "report/json/result_files.hpp"

namespace linnet {

namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

// Those that a user is told about, in the order of their declarations.
std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  std::vector<const CLI::App*> shown;
  for (const CLI::App* command : program.get_subcommands({})) {
    if (!command->get_group().empty()) shown.push_back(command);
  }
  return shown;
}

std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  std::vector<const CLI::Option*> shown;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_group().empty()) shown.push_back(option);
  }
  return shown;
}

bool takes_value(const CLI::Option& option) {
  return option.get_items_expected_max() > 0;
}

// "--spec", "-o": as it is typed.
Lines names_of(const CLI::Option& option) {
  Lines names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

bool is_word(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-'; });
}

// What an option can be given, as its description lists it: "dpor: every execution once", a line each; or a line of
// words below the first.
std::string choices_of(const CLI::Option& option) {
  std::string choices;
  const Lines lines = lines_of(option.get_description());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t colon = lines[i].find(": ");
    if (colon != std::string::npos && is_word(lines[i].substr(0, colon))) {
      choices += " " + lines[i].substr(0, colon);
    } else if (i > 0 && lines[i].starts_with(' ')) {
      choices += lines[i];
    }
  }
  return choices.empty() ? choices : choices.substr(1);
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string bash_completion(const CLI::App& program) {
  std::string names, values, options;
  for (const CLI::App* command : commands_of(program)) {
    names += (names.empty() ? "" : " ") + command->get_name();
    std::string words;
    for (const CLI::Option* option : options_of(*command)) {
      const std::string choices = choices_of(*option);
      for (const std::string& name : names_of(*option)) {
        words += (words.empty() ? "" : " ") + name;
        if (takes_value(*option) && !choices.empty())
          values += fmt::format("    {}:{}) COMPREPLY=($(compgen -W '{}' -- \"$current\")); return ;;\n",
                                command->get_name(), name, choices);
      }
    }
    options += fmt::format("    {}:-*) COMPREPLY=($(compgen -W '{}' -- \"$current\")) ;;\n",
                           command->get_name(), words);
  }
  return fmt::format(
      "# bash completion for linnet\n"
      "_linnet() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} "
      "command=${{COMP_WORDS[1]}}\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then COMPREPLY=($(compgen -W '{} --help --version' -- \"$current\")); "
      "return; fi\n"
      "  case $command:$previous in\n{}  esac\n"
      "  case $command:$current in\n{}    *) COMPREPLY=($(compgen -f -- \"$current\")) ;;\n  esac\n"
      "}}\n"
      "complete -o filenames -F _linnet linnet\n",
      names, values, options);
}

std::string zsh_quoted(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':') result += '\\';
    result += c;
  }
  return replaced(result, "'", "'\\''");
}

std::string zsh_completion(const CLI::App& program) {
  std::string names, commands;
  for (const CLI::App* command : commands_of(program)) {
    names += fmt::format("    '{}:{}'\n", command->get_name(), zsh_quoted(command->get_description()));
    commands += fmt::format("    {}) _arguments", command->get_name());
    for (const CLI::Option* option : options_of(*command)) {
      const std::string choices = choices_of(*option);
      for (const std::string& name : names_of(*option)) {
        commands += fmt::format(" \\\n      '{}{}[{}]", name, takes_value(*option) ? "=" : "",
                                zsh_quoted(first_line(option->get_description())));
        if (takes_value(*option))
          commands += fmt::format(":{}:{}", option->get_type_name(),
                                  choices.empty() ? "_files" : fmt::format("({})", choices));
        commands += "'";
      }
    }
    commands += " \\\n      '*:file:_files' ;;\n";
  }
  return fmt::format(
      "#compdef linnet\n"
      "_linnet() {{\n"
      "  local -a commands=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
      "  shift words; (( CURRENT-- ))\n"
      "  case $words[1] in\n{}  esac\n"
      "}}\n"
      "_linnet \"$@\"\n",
      names, commands);
}

std::string roff(const std::string& text) {
  std::string result;
  for (const std::string& line : lines_of(text)) {
    std::string escaped = replaced(replaced(line, "\\", "\\e"), "-", "\\-");
    if (escaped.starts_with('.') || escaped.starts_with('\'')) escaped = "\\&" + escaped;
    result += (result.empty() ? "" : "\n.br\n") + escaped;
  }
  return result;
}

std::string man_options(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : options_of(command)) {
    std::string names;
    for (const std::string& name : names_of(*option)) names += (names.empty() ? "" : ", ") + name;
    if (names.empty()) names = option->get_name();
    std::string value =
        takes_value(*option) && !names_of(*option).empty() ? " " + option->get_type_name() : "";
    text += fmt::format(".TP\n\\fB{}\\fR\\fI{}\\fR\n{}\n", roff(names), roff(value),
                        roff(option->get_description()));
  }
  return text;
}

std::string man_head(const std::string& name, const std::string& summary) {
  return fmt::format(".TH {} 1 \"\" \"Linnet\" \"User Commands\"\n.SH NAME\n{} \\- {}\n", roff(name),
                     roff(name), roff(summary));
}

// Examples and the exit status, which are the end of the command's help.
std::string man_footer(const std::string& footer) {
  std::string text;
  for (const std::string& line : lines_of(footer)) {
    if (line == "Examples:") {
      text += ".SH EXAMPLES\n";
    } else if (line.starts_with("Exit status: ")) {
      text += ".SH EXIT STATUS\n" + roff(line.substr(13)) + "\n";
    } else {
      text += (text.empty() ? ".SH NOTES\n" : ".br\n") + roff(line) + "\n";
    }
  }
  return text;
}

std::string man_page(const CLI::App& command) {
  std::string arguments;
  for (const CLI::Option* option : options_of(command)) {
    if (names_of(*option).empty()) arguments += fmt::format(" \\fI{}\\fR", roff(option->get_name()));
  }
  return man_head("linnet-" + command.get_name(), command.get_description()) +
         fmt::format(".SH SYNOPSIS\n\\fBlinnet {}\\fR [\\fIOPTION\\fR]...{}\n", command.get_name(),
                     arguments) +
         ".SH OPTIONS\n" + man_options(command) + man_footer(command.get_footer()) +
         ".SH SEE ALSO\n\\fBlinnet\\fR(1)\n";
}

std::string man_page_of_program(const CLI::App& program) {
  std::string text = man_head("linnet", "decides whether concurrent objects keep their promise") +
                     ".SH SYNOPSIS\n\\fBlinnet\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]...\n.SH COMMANDS\n";
  std::string also;
  for (const CLI::App* command : commands_of(program)) {
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", command->get_name(), roff(command->get_description()));
    also += fmt::format("{}\\fBlinnet\\-{}\\fR(1)", also.empty() ? "" : ", ", command->get_name());
  }
  return text + ".SH OPTIONS\n" + man_options(program) + man_footer(program.get_footer()) + ".SH SEE ALSO\n" +
         also + "\n";
}

void write_all(const CLI::App& program, const std::filesystem::path& folder) {
  const auto write = [&](const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories((folder / file).parent_path());
    write_file(folder / file, text);
  };
  write("bash-completion/completions/linnet", bash_completion(program));
  write("zsh/vendor-completions/_linnet", zsh_completion(program));
  write("man/man1/linnet.1", man_page_of_program(program));
  for (const CLI::App* command : commands_of(program))
    write("man/man1/linnet-" + command->get_name() + ".1", man_page(*command));
}

}  // namespace

Command documentation_command() {
  return {"documentation", "", "", [](CLI::App& app) -> std::function<ExitStatus()> {
            app.group("");  // hidden
            auto folder = std::make_shared<std::string>();
            app.add_option("FOLDER", *folder, "where to write them, as in /usr/share")->required();
            return [folder, &app] {
              write_all(*app.get_parent(), *folder);
              return ExitStatus::pass;
            };
          }};
}

}  // namespace linnet
