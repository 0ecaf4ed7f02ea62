// linnet documentation: writes man pages and shell completions from the declarations of the commands, so that
// they say what the program does. It is not meant for users: the build runs it, and installs its output.
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/help.hpp"
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

// A command and its declarations.
struct Declared {
  Command command;
  OptionList options;
};

std::vector<const Option*> options_of(const Declared& declared) {
  std::vector<const Option*> shown;
  for (const Option& option : declared.options.all()) {
    if (!option.hidden && !option.is_positional()) shown.push_back(&option);
  }
  return shown;
}

// What can be typed for a choice: "quasi:" is the beginning of "quasi:FACTORS".
std::string choices_of(const Option& option) {
  std::string choices;
  for (const Described& choice : option.choices) {
    const std::size_t colon = choice.name.find(':');
    choices +=
        (choices.empty() ? "" : " ") + choice.name.substr(0, colon == choice.name.npos ? colon : colon + 1);
  }
  return choices;
}

std::string bash_completion(const std::vector<Declared>& commands) {
  std::string names, values, options;
  for (const Declared& each : commands) {
    names += (names.empty() ? "" : " ") + each.command.name;
    std::string words;
    for (const Option* option : options_of(each)) {
      const std::string choices = choices_of(*option);
      for (const std::string& name : option->names) {
        words += (words.empty() ? "" : " ") + name;
        if (!choices.empty())
          values += fmt::format("    {}:{}) COMPREPLY=($(compgen -W '{}' -- \"$current\")); return ;;\n",
                                each.command.name, name, choices);
      }
    }
    options += fmt::format("    {}:-*) COMPREPLY=($(compgen -W '{}' -- \"$current\")) ;;\n",
                           each.command.name, words);
  }
  return fmt::format(
      "# bash completion for linnet\n"
      "_linnet() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} "
      "command=${{COMP_WORDS[1]}}\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then COMPREPLY=($(compgen -W '{0} help --help --version' -- "
      "\"$current\")); "
      "return; fi\n"
      "  if [ \"$command\" = help ]; then COMPREPLY=($(compgen -W '{0}' -- \"$current\")); return; fi\n"
      "  case $command:$previous in\n{1}  esac\n"
      "  case $command:$current in\n{2}    *) COMPREPLY=($(compgen -f -- \"$current\")) ;;\n  esac\n"
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

std::string zsh_completion(const std::vector<Declared>& all) {
  std::string names, commands;
  for (const Declared& each : all) {
    names += fmt::format("    '{}:{}'\n", each.command.name, zsh_quoted(each.command.summary));
    commands += fmt::format("    {}) _arguments", each.command.name);
    for (const Option* option : options_of(each)) {
      const std::string choices = zsh_quoted(choices_of(*option));
      for (const std::string& name : option->names) {
        commands +=
            fmt::format(" \\\n      '{}{}[{}]", name, option->is_flag() ? "" : "=", zsh_quoted(option->help));
        if (!option->is_flag())
          commands += fmt::format(":{}:{}", zsh_quoted(option->value),
                                  choices.empty() ? "_files" : fmt::format("({})", choices));
        commands += "'";
      }
    }
    commands += " \\\n      '*:file:_files' ;;\n";
  }
  return fmt::format(
      "#compdef linnet\n"
      "_linnet() {{\n"
      "  local -a commands=(\n    'help:Shows the options of a command.'\n{}  )\n"
      "  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
      "  shift words; (( CURRENT-- ))\n"
      "  case $words[1] in\n    help) _describe command commands ;;\n{}  esac\n"
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

std::string man_option(const Option& option) {
  std::string text = fmt::format(".TP\n\\fB{}\\fR", roff(names_of(option)));
  if (!option.is_flag() && !option.is_positional()) text += fmt::format(" \\fI{}\\fR", roff(option.value));
  text += "\n" + roff(option.help);
  if (!option.usual.empty()) text += fmt::format(" Default: {}.", roff(option.usual));
  text += "\n";
  for (const Described& choice : option.choices) {
    const std::string meaning = choice.meaning.empty() ? "" : ": " + choice.meaning;
    text += fmt::format(".br\n{}\n", roff(choice.name + meaning));
  }
  return text;
}

std::string man_options(const OptionList& options) {
  std::string text = ".SH OPTIONS\n";
  for (const std::string& group : groups_of(options)) {
    text += fmt::format(".SS {}\n", roff(group));
    for (const Option& option : options.all()) {
      if (!option.hidden && option.group == group) text += man_option(option);
    }
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

std::string man_page(const Declared& each) {
  const Command& command = each.command;
  return man_head("linnet-" + command.name, command.summary) +
         fmt::format(".SH SYNOPSIS\n\\fBlinnet {}\\fR {}\n", command.name, roff(usage_of(each.options))) +
         man_options(each.options) + man_footer(command.examples) + ".SH SEE ALSO\n\\fBlinnet\\fR(1)\n";
}

std::string man_page_of_program(const std::vector<CommandGroup>& groups) {
  std::string text = man_head("linnet", "decides whether concurrent objects keep their promise") +
                     ".SH SYNOPSIS\n\\fBlinnet\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]...\n.SH COMMANDS\n";
  std::string also;
  for (const CommandGroup& group : groups) {
    text += fmt::format(".SS {}\n", roff(group.heading));
    for (const Command& command : group.commands) {
      text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", command.name, roff(command.summary));
      also += fmt::format("{}\\fBlinnet\\-{}\\fR(1)", also.empty() ? "" : ", ", command.name);
    }
  }
  return text +
         ".TP\n\\fBhelp\\fR [\\fICOMMAND\\fR]\nShows the options of a command.\n"
         ".SH EXIT STATUS\n0 consistent, 1 violation found, 2 bad usage or bad input, 3 unknown (a limit was "
         "reached).\n"
         ".SH SEE ALSO\n" +
         also + "\n";
}

void write_all(const std::vector<CommandGroup>& groups, const std::filesystem::path& folder) {
  const auto write = [&](const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories((folder / file).parent_path());
    write_file(folder / file, text);
  };
  std::vector<Declared> commands;
  for (const CommandGroup& group : groups) {
    for (const Command& command : group.commands) {
      Declared& declared = commands.emplace_back(command, OptionList());
      command.declare(declared.options);
      declare_help(declared.options, command, "linnet " + command.name);
    }
  }
  write("bash-completion/completions/linnet", bash_completion(commands));
  write("zsh/vendor-completions/_linnet", zsh_completion(commands));
  write("man/man1/linnet.1", man_page_of_program(groups));
  for (const Declared& each : commands) write("man/man1/linnet-" + each.command.name + ".1", man_page(each));
}

}  // namespace

Command documentation_command(std::vector<CommandGroup> shown) {
  return {"documentation", "Writes man pages and completions.", "",
          with_arguments<std::string>(
              [](OptionList& options, std::string& folder) {
                options.add("FOLDER", &folder, "Where to write them, as in /usr/share.").must_be_given();
              },
              [shown = std::move(shown)](const std::string& folder) {
                write_all(shown, folder);
                return ExitStatus::pass;
              })};
}

}  // namespace linnet
