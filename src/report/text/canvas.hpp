// A grid of characters with emphasis, for drawing in text: rows of equal columns, whatever bytes they take.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/text/style.hpp"

namespace linnet {

enum class Emphasis : std::uint8_t { faint, plain, strong, alarm };

// The number of columns that UTF-8 text takes, one per code point.
std::size_t columns(std::string_view text);
// At most that many columns, with an ellipsis in place of what was cut.
std::string shortened(const std::string& text, std::size_t most);
// Broken at blanks into lines of at most that many columns; a word that is longer is cut. One line at the least.
std::vector<std::string> lines_of(const std::string& text, std::size_t most);
// Arrows and ellipses become ASCII where the style wants it.
std::string spelled(std::string text, const Style& style);
// The text between the escapes of its emphasis; unchanged without colour.
std::string emphasized(const std::string& text, Emphasis emphasis, const Style& style);

class Canvas {
 public:
  void put(std::size_t row, std::size_t column, std::string_view text, Emphasis emphasis);
  // The same character `count` times.
  void fill(std::size_t row, std::size_t column, std::size_t count, std::string_view glyph,
            Emphasis emphasis);
  // Lines without trailing blanks, each indented.
  std::string render(const Style& style, std::size_t indent) const;

 private:
  struct Cell {
    std::string glyph = " ";
    Emphasis emphasis = Emphasis::plain;
  };
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace linnet
