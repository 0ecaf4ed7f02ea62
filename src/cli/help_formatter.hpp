// Help as wide as the terminal: descriptions are broken at blanks, and what continues a line is indented under it.
#pragma once

#include <algorithm>
#include <cstdio>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/terminal.hpp"

namespace linnet {

class HelpFormatter final : public CLI::Formatter {
 public:
  HelpFormatter() : width_(Terminal(stdout).style().width) {}

  std::string make_option_desc(const CLI::Option* option) const override {
    const std::size_t room = std::max(kLeast, width_ - std::min(width_, get_column_width()));
    return broken(option->get_description(), room);
  }
  std::string make_footer(const CLI::App* app) const override {
    const std::string footer = app->get_footer();
    return footer.empty() ? footer : broken(footer, std::max(kLeast, width_)) + "\n";
  }

 private:
  static constexpr std::size_t kLeast = 30;  // columns of a description, however narrow the terminal
  static constexpr std::size_t kIndent = 2;  // of what continues a line

  static std::string broken(const std::string& text, std::size_t width) {
    std::string out;
    std::size_t start = 0,
                blank = std::string::npos;  // of the line that is being written, and the last one in it
    for (const char c : text) {
      out += c;
      if (c == '\n') {
        start = out.size();
        blank = std::string::npos;
      } else if (out.size() - start > width && blank != std::string::npos) {
        const std::size_t indent = std::min(out.find_first_not_of(' ', start) - start, width / 2) + kIndent;
        out.replace(blank, 1, "\n" + std::string(indent, ' '));
        start = blank + 1;
        blank = std::string::npos;
      } else if (c == ' ' && out.find_first_not_of(' ', start) != std::string::npos) {
        blank = out.size() - 1;
      }
    }
    return out;
  }

  std::size_t width_;
};

}  // namespace linnet
