// Both parsers of native lines. The hand-written one must accept only what simdjson accepts, with the same
// meaning.
#include "history/formats/native_line.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "history/formats/json_cursor.hpp"
#include "history/model/history_builder.hpp"

namespace linnet {

namespace {

constexpr std::array<std::string_view, 14> kNames = {"type",   "thread", "op",      "args",   "result",
                                                     "object", "id",     "call",    "return", "after",
                                                     "linnet", "spec",   "initial", "lanes"};

constexpr std::array<std::string_view, 4> kTypes = {"call", "return", "crash",
                                                    "stuck"};  // by NativeLine::Type

bool find_name(std::string_view name, Member& m) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  m = static_cast<Member>(found - kNames.begin());
  return found != kNames.end();
}

// A short word and the quote behind it as the bytes of one machine word, so that one comparison recognises
// it.
struct QuotedWord {
  std::uint64_t bytes = 0, mask = 0;
  std::size_t size = 0;
};

template <std::size_t N>
constexpr std::array<QuotedWord, N> quoted(const std::array<std::string_view, N>& words) {
  static_assert(std::endian::native == std::endian::little);
  std::array<QuotedWord, N> all;
  for (std::size_t i = 0; i < N; ++i) {
    all[i].size = words[i].size() + 1;
    for (std::size_t k = 0; k < all[i].size; ++k) {
      const char c = k < words[i].size() ? words[i][k] : '"';
      all[i].bytes |= std::uint64_t{static_cast<unsigned char>(c)} << (8 * k);
      all[i].mask |= std::uint64_t{0xff} << (8 * k);
    }
  }
  return all;
}

constexpr auto kQuotedNames = quoted(kNames);
constexpr auto kQuotedTypes = quoted(kTypes);

bool find_type(std::string_view name, NativeLine::Type& type) {
  const auto found = std::find(kTypes.begin(), kTypes.end(), name);
  type = static_cast<NativeLine::Type>(found - kTypes.begin());
  return found != kTypes.end();
}

bool is_label(Value v) {
  return v.is_integer() || v.is_text();
}

class ShortLine : private JsonCursor {
 public:
  ShortLine(std::string_view line, NativeLine& out)
      : JsonCursor(line.data()), end_(line.data() + line.size()), out_(out) {}

  bool parse() {
    if (!take('{')) return false;
    do {
      if (!member()) return false;
    } while (take(','));
    return take('}') && (skip_blanks(), at() == end_);
  }

 private:
  bool member() {
    Member m;
    if (!word_of(kQuotedNames, m) || !out_.add(m) || !take(':')) return false;
    switch (m) {
      case Member::type: return word_of(kQuotedTypes, out_.type);
      case Member::thread: return scalar(out_.thread) && is_label(out_.thread);
      case Member::op: return text(out_.op);
      case Member::args: return items(out_.args, [this](Value& v) { return value(v); });
      case Member::result: return value(out_.result);
      case Member::object: return scalar(out_.object) && is_label(out_.object);
      case Member::id: return integer(out_.id);
      case Member::call: return integer(out_.call);
      case Member::ret: return integer(out_.ret);
      case Member::after: return items(out_.after, [this](std::int64_t& i) { return integer(i); });
      case Member::linnet: return integer(out_.linnet);
      case Member::spec: return text(out_.spec);
      case Member::initial: return scalar(out_.initial);
      case Member::lanes: return flag(out_.lanes);
    }
    return false;
  }

  // One of these words and its closing quote. Eight bytes can be read here: there is padding.
  template <class Enum, std::size_t N>
  bool word_of(const std::array<QuotedWord, N>& words, Enum& out) {
    if (!take('"')) return false;
    std::uint64_t bytes;
    std::memcpy(&bytes, at(), sizeof bytes);
    for (std::size_t i = 0; i < N; ++i) {
      if ((bytes & words[i].mask) != words[i].bytes) continue;
      out = static_cast<Enum>(i);
      skip(words[i].size);
      return true;
    }
    return false;
  }

  // A scalar, or a list of scalars.
  bool value(Value& out) {
    skip_blanks();
    if (*at() != '[') return scalar(out);
    list_.clear();
    if (!items(list_, [this](Value& v) { return scalar(v); })) return false;
    out = Value::array(list_);
    return true;
  }

  bool flag(bool& out) {
    Value v;
    if (!scalar(v) || !v.is_boolean()) return false;
    out = v.as_boolean();
    return true;
  }

  const char* const end_;
  NativeLine& out_;
  std::vector<Value> list_;
};

}  // namespace

std::string_view name_of(Member member) {
  return kNames[static_cast<std::size_t>(member)];
}

bool parse_short_line(std::string_view line, NativeLine& out) {
  out.clear();
  return ShortLine(line, out).parse();
}

void apply_header(const NativeLine& line, HistoryBuilder& builder) {
  if (line.has(Member::spec)) builder.header().spec = std::string(line.spec);
  if (line.has(Member::initial)) builder.header().initial = line.initial;
  if (line.has(Member::lanes) && line.lanes) builder.use_lanes();
}

namespace {

using simdjson::dom::element;

std::string_view kind_of(element json) {
  using simdjson::dom::element_type;
  switch (json.type()) {
    case element_type::ARRAY: return "an array";
    case element_type::OBJECT: return "an object";
    case element_type::INT64: return "an integer";
    case element_type::UINT64: return "an integer that needs more than 63 bits";
    case element_type::DOUBLE: return "a number with a fraction or exponent";
    case element_type::STRING: return "a string";
    case element_type::BOOL: return "a boolean";
    case element_type::NULL_VALUE: return "null";
  }
  return "";
}

template <class Out>
std::string_view take(element json, Out& out, std::string_view expected) {
  return json.get(out) == simdjson::SUCCESS ? "" : expected;
}

std::string_view take_label(element json, Value& out) {
  if (!json.is_string() && !json.is_int64() && !json.is_uint64()) return "an integer or a string";
  out = to_value(json);
  return "";
}
std::string_view take_value(element json, Value& out) {
  out = to_value(json);
  return "";
}
std::string_view take_values(element json, std::vector<Value>& out) {
  simdjson::dom::array items;
  if (json.get(items) != simdjson::SUCCESS) return "an array";
  for (const element item : items) out.push_back(to_value(item));
  return "";
}
std::string_view take_integers(element json, std::vector<std::int64_t>& out) {
  constexpr std::string_view kExpected = "an array of integers";
  simdjson::dom::array items;
  if (json.get(items) != simdjson::SUCCESS) return kExpected;
  for (const element item : items) {
    if (item.get(out.emplace_back()) != simdjson::SUCCESS) return kExpected;
  }
  return "";
}
std::string_view take_type(element json, NativeLine::Type& out) {
  std::string_view name;
  if (json.get(name) != simdjson::SUCCESS || !find_type(name, out)) {
    return R"("call", "return", "crash" or "stuck")";
  }
  return "";
}

std::string_view take_member(Member m, element json, NativeLine& out) {
  switch (m) {
    case Member::type: return take_type(json, out.type);
    case Member::thread: return take_label(json, out.thread);
    case Member::op: return take(json, out.op, "a string");
    case Member::args: return take_values(json, out.args);
    case Member::result: return take_value(json, out.result);
    case Member::object: return take_label(json, out.object);
    case Member::id: return take(json, out.id, "an integer");
    case Member::call: return take(json, out.call, "an integer");
    case Member::ret: return take(json, out.ret, "an integer");
    case Member::after: return take_integers(json, out.after);
    case Member::linnet: return take(json, out.linnet, "an integer");
    case Member::spec: return take(json, out.spec, "a string");
    case Member::initial: return take_value(json, out.initial);
    case Member::lanes: return take(json, out.lanes, "true or false");
  }
  return "";
}

}  // namespace

std::optional<LineFault> LineParser::parse_any_line(std::string_view line, NativeLine& out) {
  out.clear();
  element json;
  constexpr bool kCopyForPadding = false;
  const auto error = parser_.parse(line.data(), line.size(), kCopyForPadding).get(json);
  if (error != simdjson::SUCCESS) {
    JsonFault fault = explain_json_error(line, error);
    return LineFault{fault.offset + 1, std::move(fault.what)};
  }
  simdjson::dom::object members;
  if (json.get(members) != simdjson::SUCCESS) {
    return LineFault{1, fmt::format("found {}, expected an object", kind_of(json))};
  }
  for (const auto& [name, value] : members) {
    Member m;
    if (!find_name(name, m)) {
      Value annotation;
      if (take_value(value, annotation).empty())
        out.annotations.push_back({std::string(name), annotation});
      continue;
    }
    if (!out.add(m)) {
      return LineFault{find_member(line, name, 1) + 1,
                       fmt::format("found \"{}\" a second time in one line", name)};
    }
    if (const std::string_view expected = take_member(m, value, out); !expected.empty()) {
      const std::string found = value.is_string() ? to_value(value).to_json() : std::string(kind_of(value));
      return LineFault{find_member(line, name, 0) + 1,
                       fmt::format("\"{}\" is {}, expected {}", name, found, expected)};
    }
  }
  return std::nullopt;
}

}  // namespace linnet
