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
// At most `most` columns, with an ellipsis in place of the rest.
std::string shortened(const std::string& text, std::size_t most);
// Breaks the text at blanks into lines of at most `most` columns; a longer word is cut. Returns at least one
// line.
std::vector<std::string> lines_of(const std::string& text, std::size_t most);
// Replaces arrows and ellipses by ASCII if the style asks for it.
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
