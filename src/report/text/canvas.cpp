// Text by columns: code points are counted, and emphasis becomes escapes only when lines are written out.
#include "report/text/canvas.hpp"

namespace linnet {

namespace {

bool starts_code_point(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
}

std::vector<std::string> code_points(std::string_view text) {
  std::vector<std::string> all;
  for (const char byte : text) {
    if (starts_code_point(byte) || all.empty()) all.emplace_back();
    all.back() += byte;
  }
  return all;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace

std::size_t columns(std::string_view text) {
  std::size_t n = 0;
  for (const char byte : text) n += starts_code_point(byte) ? 1 : 0;
  return n;
}

std::string shortened(const std::string& text, std::size_t most) {
  if (columns(text) <= most) return text;
  std::string cut;
  const std::vector<std::string> all = code_points(text);
  for (std::size_t i = 0; i + 1 < most; ++i) cut += all[i];
  return cut + "…";
}

std::vector<std::string> lines_of(const std::string& text, std::size_t most) {
  std::vector<std::string> lines(1);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = std::string_view(text).substr(at, end - at);
    const std::size_t used = columns(lines.back());
    if (used > 0 && used + 1 + columns(word) > most) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    for (const std::string& character : code_points(word)) {
      if (columns(lines.back()) == most) lines.emplace_back();
      lines.back() += character;
    }
    at = end + 1;
  }
  return lines;
}

std::string spelled(std::string text, const Style& style) {
  if (style.unicode) return text;
  replace_all(text, "→", "->");
  replace_all(text, "…", "...");
  return text;
}

std::string emphasized(const std::string& text, Emphasis emphasis, const Style& style) {
  switch (emphasis) {
    case Emphasis::faint: return style.faint(text);
    case Emphasis::plain: return text;
    case Emphasis::strong: return style.bold(text);
    case Emphasis::alarm: return style.red(text);
  }
  return text;
}

void Canvas::put(std::size_t row, std::size_t column, std::string_view text, Emphasis emphasis) {
  if (rows_.size() <= row) rows_.resize(row + 1);
  std::vector<std::string> all = code_points(text);
  if (rows_[row].size() < column + all.size()) rows_[row].resize(column + all.size());
  for (std::size_t i = 0; i < all.size(); ++i) rows_[row][column + i] = {std::move(all[i]), emphasis};
}

void Canvas::fill(std::size_t row, std::size_t column, std::size_t count, std::string_view glyph,
                  Emphasis emphasis) {
  for (std::size_t i = 0; i < count; ++i) put(row, column + i, glyph, emphasis);
}

std::string Canvas::render(const Style& style, std::size_t indent) const {
  std::string text;
  for (const std::vector<Cell>& row : rows_) {
    std::size_t end = row.size();
    while (end > 0 && row[end - 1].glyph == " ") --end;
    if (end > 0) text.append(indent, ' ');
    for (std::size_t i = 0; i < end;) {
      std::string run;
      std::size_t j = i;
      while (j < end && row[j].emphasis == row[i].emphasis) run += row[j++].glyph;
      text += emphasized(run, row[i].emphasis, style);
      i = j;
    }
    text += '\n';
  }
  return text;
}

}  // namespace linnet
