// Implements Schedule: writes and reads the text form.
#include "schedule/schedule.hpp"

#include <charconv>

#include "base/error.hpp"

namespace linnet {

namespace {

constexpr std::string_view kVersion = "linnet1:", kVersionWithModel = "linnet2:";

// Reads the text from left to right, and says where it is wrong.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }
  bool skip(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(std::string_view word) {
    if (!starts_with(word)) fail("expected " + std::string(word));
    at_ += word.size();
  }
  bool starts_with(std::string_view word) const { return text_.substr(at_).starts_with(word); }
  MemoryModel memory_model() {
    for (const auto& model : kMemoryModels) {
      if (!starts_with(model.name)) continue;
      at_ += model.name.size();
      return model.value;
    }
    fail("expected a memory model: sc, tso or c11");
  }
  std::uint32_t number(int base, std::string_view what) {
    std::uint32_t n = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), n, base);
    if (error != std::errc()) fail("expected " + std::string(what));
    at_ = static_cast<std::size_t>(end - text_.data());
    return n;
  }
  [[noreturn]] void fail(const std::string& what) const {
    const std::string found = at_end() ? "the end" : std::string("'") + text_[at_] + "'";
    throw InputError("schedule, character " + std::to_string(at_ + 1) + ": found " + found + ", " + what);
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

std::string hexadecimal(std::uint32_t number) {
  char digits[8];
  return {digits, std::to_chars(digits, std::end(digits), number, 16).ptr};
}

constexpr std::uint32_t kLongestRun = 100'000'000;

void read_choices(Reader& reader, std::vector<Choice>& choices) {
  do {
    if (reader.skip('c')) {
      choices.push_back({Choice::Kind::outcome, reader.number(10, "the number of an outcome")});
      continue;
    }
    if (reader.skip('b')) {
      choices.push_back({Choice::Kind::back, reader.number(10, "how far before the last write")});
      continue;
    }
    const Choice step{Choice::Kind::thread, reader.number(10, "a thread's number, or c and an outcome")};
    const std::uint32_t run = reader.skip('x') ? reader.number(10, "how many steps") : 1;
    if (run == 0 || run > kLongestRun) reader.fail("expected between 1 and 100 000 000 steps before it");
    choices.insert(choices.end(), run, step);
  } while (reader.skip('.'));
}

}  // namespace

std::string Schedule::to_text() const {
  std::string text(memory_model ? kVersionWithModel : kVersion);
  const std::string digits = hexadecimal(program);
  text += std::string(8 - digits.size(), '0') + digits + ":";
  if (memory_model) text += std::string(name_of(*memory_model)) + ":";
  for (std::size_t i = 0; i < choices.size();) {
    std::size_t run = 1;
    if (choices[i].kind == Choice::Kind::thread) {
      while (i + run < choices.size() && choices[i + run] == choices[i]) ++run;
    }
    if (i != 0) text += '.';
    if (choices[i].kind == Choice::Kind::outcome) text += 'c';
    if (choices[i].kind == Choice::Kind::back) text += 'b';
    text += std::to_string(choices[i].value);
    if (run > 1) text += "x" + std::to_string(run);
    i += run;
  }
  for (std::size_t i = 0; i < racy_places.size(); ++i) {
    text += (i == 0 ? ":" : ".") + hexadecimal(racy_places[i]);
  }
  return text;
}

Schedule Schedule::from_text(std::string_view text) {
  Reader reader(text);
  Schedule schedule;
  const bool has_model = reader.starts_with(kVersionWithModel);
  reader.expect(has_model ? kVersionWithModel : kVersion);
  schedule.program = reader.number(16, "the program's fingerprint in hexadecimal");
  reader.expect(":");
  if (has_model) {
    schedule.memory_model = reader.memory_model();
    reader.expect(":");
  }
  if (reader.at_end()) return schedule;
  if (!reader.skip(':')) {
    read_choices(reader, schedule.choices);
    if (reader.at_end()) return schedule;
    if (!reader.skip(':')) reader.fail("expected '.', ':' or the end");
  }
  do {
    schedule.racy_places.push_back(reader.number(16, "a place in hexadecimal"));
  } while (reader.skip('.'));
  if (!reader.at_end()) reader.fail("expected '.' or the end");
  return schedule;
}

}  // namespace linnet
