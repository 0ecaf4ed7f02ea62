// Reads LiMo's (and Violin's) event logs of queues and stacks; the order of lines is time.
//
//   # @object atomic-queue
//   [1] call add(1)
//   [2] call remove
//   [1] return
//   [2] return 1
//
// The number is that of a thread or, if no number occurs twice, of an operation.
#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/formats/format.hpp"
#include "history/formats/json.hpp"

namespace linnet {

namespace {

constexpr std::string_view kSpaces = " \t";

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return text.substr(text.size());
  return text.substr(begin, text.find_last_not_of(kSpaces) + 1 - begin);
}

std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find_first_of(" \t("));
  text = trim(text.substr(word.size()));
  return word;
}

// Numbers are numbers; `empty` is null; everything else, such as ?<0,1>, is a name for a value.
Value value_of(std::string_view text) {
  std::int64_t n;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error == std::errc() && end == text.data() + text.size()) return Value(n);
  if (text == "empty" || text == "null") return Value();
  if (text == "true" || text == "false") return Value(text == "true");
  return Value(text);
}

struct LimoMethod {
  std::string_view name;
  bool takes;  // gives an element rather than taking one
  std::array<std::string_view, 3> words = {};
};
struct LimoObject {
  std::string_view name, spec;
  std::array<LimoMethod, 3> methods;
};
constexpr LimoObject kLimoObjects[] = {{"atomic-queue",
                                        "queue",
                                        {{{"enq", false, {"add", "enq", "enqueue"}},
                                          {"deq", true, {"remove", "deq", "dequeue"}},
                                          {"peek", true, {"peek"}}}}},
                                       {"atomic-stack",
                                        "stack",
                                        {{{"push", false, {"add", "push", "insert"}},
                                          {"pop", true, {"remove", "pop"}},
                                          {"peek", true, {"peek", "top"}}}}}};

class LimoReader {
 public:
  explicit LimoReader(Input& input) : lines_(input), builder_(input.name()) {}

  History read() {
    std::string_view line;
    while (lines_.next(line)) {
      line_ = line;
      if (const std::size_t bad = find_bad_utf8(line); bad != line.size()) {
        fail(line.substr(bad), describe_bad_utf8(line[bad]));
      }
      const std::string_view text = trim(line);
      if (text.starts_with('#')) {
        comment(trim(text.substr(1)));
      } else if (!text.empty()) {
        event(text);
      }
    }
    if (builder_.size() > 1 && threads_.size() == builder_.size() && !crashed_) builder_.use_lanes();
    return builder_.finish();
  }

 private:
  [[noreturn]] void fail(std::string_view at, const std::string& what) const {
    const auto column = static_cast<std::size_t>(at.data() - line_.data()) + 1;
    throw InputError(Place{builder_.source(), lines_.number(), column}, what);
  }
  [[noreturn]] void fail_at(std::string_view at, std::string_view expected) const {
    fail(at, at.empty() ? fmt::format("the line ends here, expected {}", expected)
                        : fmt::format("found {}, expected {}", excerpt(at.substr(0, 12)), expected));
  }

  void comment(std::string_view text) {
    if (!text.starts_with("@object")) return;
    const std::string_view name = trim(text.substr(7));
    object_ = nullptr;
    for (const LimoObject& o : kLimoObjects) {
      if (o.name == name) object_ = &o;
    }
    if (object_ != nullptr) builder_.header().spec = std::string(object_->spec);
  }

  void event(std::string_view text) {
    if (text == "crash") {
      crashed_ = true;
      return builder_.crash(std::nullopt, lines_.number());
    }
    const std::size_t close = text.find(']');
    if (!text.starts_with('[') || close == std::string_view::npos)
      fail_at(text, "[number] call ... or return");
    const Value label = value_of(trim(text.substr(1, close - 1)));
    if (!label.is_integer() && !label.is_text()) fail_at(text, "a number in brackets");
    const auto [found, fresh] = threads_.try_emplace(label);
    if (fresh) found->second = builder_.thread(label);
    ThreadId& thread = found->second;
    std::string_view rest = trim(text.substr(close + 1));
    const std::string_view kind = take_word(rest);
    if (kind == "call") {
      call(thread, rest);
    } else if (kind == "return") {
      ret(thread, rest);
    } else if (kind == "crash") {
      crashed_ = true;
      builder_.crash(thread, lines_.number());
    } else {
      fail_at(kind, "call, return or crash");
    }
  }

  void call(ThreadId& thread, std::string_view rest) {
    // Hand-made logs leave a call pending by calling again under the same number.
    if (builder_.has_open_call(thread)) {
      builder_.retire(thread, lines_.number());
      thread = builder_.successor(thread);
    }
    const std::string_view word = take_word(rest);
    if (word.empty()) fail_at(rest, "the name of a method");
    std::optional<Value> argument;
    if (!rest.empty()) {
      if (rest.starts_with('(') != rest.ends_with(')')) fail_at(rest, "an argument in parentheses");
      const std::string_view inside = rest.starts_with('(') ? trim(rest.substr(1, rest.size() - 2)) : rest;
      if (!inside.empty()) argument = value_of(inside);
    }
    LimoMethod method = {word, false};
    if (object_ != nullptr) {
      for (const LimoMethod& m : object_->methods) {
        if (std::ranges::find(m.words, word) != m.words.end()) method = m;
      }
    }
    // pop(x) says beforehand what it will return.
    if (method.takes && argument) foretold_[thread.value] = *argument;
    const Value arguments[] = {argument.value_or(Value())};
    const std::span<const Value> args(arguments, argument && !method.takes ? 1 : 0);
    builder_.call(thread, builder_.method(method.name), args, builder_.object(Value()), lines_.number());
  }

  void ret(ThreadId thread, std::string_view rest) {
    Value result = value_of(rest);
    if (rest.empty()) {
      const auto found = foretold_.find(thread.value);
      result = found != foretold_.end() ? found->second : Value();
    }
    foretold_.erase(thread.value);
    builder_.ret(thread, result, lines_.number());
  }

  LineScanner lines_;
  HistoryBuilder builder_;
  std::string_view line_;
  const LimoObject* object_ = nullptr;
  absl::flat_hash_map<Value, ThreadId> threads_;  // by number in brackets
  bool crashed_ = false;
  absl::flat_hash_map<std::uint32_t, Value> foretold_;
};

bool looks_like_limo(std::string_view head) {
  while (!head.empty()) {
    const std::string_view line = head.substr(0, head.find('\n'));
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    const std::string_view text = trim(line.substr(0, line.size() - line.ends_with('\r')));
    if (text.starts_with("# @object")) return true;
    if (text.empty() || text.starts_with('#')) continue;
    const std::size_t close = text.find(']');
    if (!text.starts_with('[') || close == std::string_view::npos) return false;
    const std::string_view kind = trim(text.substr(close + 1));
    return kind.starts_with("call ") || kind.starts_with("return") || kind.starts_with("crash");
  }
  return false;
}

}  // namespace

constinit const Format kLimoFormat = {
    .name = "limo",
    .summary = "LiMo's and Violin's logs: [1] call add(3), [1] return",
    .recognises = looks_like_limo,
    .read = [](Input& input, const ReadOptions&) { return LimoReader(input).read(); },
};

}  // namespace linnet
