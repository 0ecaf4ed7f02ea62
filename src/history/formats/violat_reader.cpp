// Reads Violat's histories of Java collections: one JSON document with a schema (which class) and its events.
//
//   {"schema":{"class":"java.util.concurrent.ConcurrentHashMap", ...},
//    "events":[{"kind":"call","sid":0,"invocation":{"id":1,"method":{"name":"put", ...},"arguments":[0,1]}},
//              {"kind":"return","sid":0,"invocation":{...},"value":"null"}, ...]}
//
// Results are strings that hold JSON. Java's names become those of our specifications.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/formats/format.hpp"
#include "history/formats/json.hpp"

namespace linnet {

namespace {

using simdjson::dom::element;

struct Renamed {
  std::string_view java, ours;
  bool returns_null;  // where Java says true
};
constexpr Renamed kJavaQueue[] = {{"offer", "enq", true}, {"add", "enq", true}, {"poll", "deq", false}};
constexpr Renamed kJavaDeque[] = {
    {"offer", "pushBack", true},   {"add", "pushBack", true},         {"addFirst", "pushFront", true},
    {"addLast", "pushBack", true}, {"offerFirst", "pushFront", true}, {"offerLast", "pushBack", true},
    {"poll", "popFront", false},   {"pollFirst", "popFront", false},  {"pollLast", "popBack", false}};
struct Collection {
  std::string_view in_class_name, spec;
  std::span<const Renamed> methods;
};
constexpr std::array<Collection, 4> kCollections = {
    {{"Map", "map", {}}, {"Set", "set", {}}, {"Deque", "deque", kJavaDeque}, {"Queue", "queue", kJavaQueue}}};

class ViolatReader {
 public:
  explicit ViolatReader(Input& input) : input_(input), builder_(input.name()) {}

  History read() {
    const std::string_view text = input_.all();
    element document;
    constexpr bool kCopyForPadding = false;
    if (const auto error = parser_.parse(text.data(), text.size(), kCopyForPadding).get(document)) {
      const JsonFault fault = explain_json_error(text, error);
      const std::string_view before = text.substr(0, fault.offset);
      const auto line = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')) + 1;
      throw InputError(Place{input_.name(), line, fault.offset - (before.rfind('\n') + 1) + 1}, fault.what);
    }
    std::string_view class_name;
    if (document["schema"]["class"].get(class_name) != simdjson::SUCCESS)
      fail("found no string schema.class");
    choose(class_name);
    simdjson::dom::array events;
    if (document["events"].get(events) != simdjson::SUCCESS) fail("found no array \"events\"");
    for (const element e : events) {
      ++event_;
      apply(e);
    }
    return builder_.finish();
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(Place{input_.name(), 0, 0},
                     event_ == 0 ? what : fmt::format("event {}: {}", event_, what));
  }

  void choose(std::string_view class_name) {
    for (const Collection& c : kCollections) {
      if (class_name.find(c.in_class_name) == std::string_view::npos) continue;
      builder_.header().spec = std::string(c.spec);
      methods_ = c.methods;
      return;
    }
  }

  void apply(element e) {
    std::string_view kind;
    if (e["kind"].get(kind) != simdjson::SUCCESS) fail("found no string \"kind\", expected call or return");
    std::int64_t session;
    if (e["sid"].get(session) != simdjson::SUCCESS) fail("found no integer \"sid\"");
    const ThreadId thread = builder_.thread(Value(session));
    std::string_view java;
    if (e["invocation"]["method"]["name"].get(java) != simdjson::SUCCESS) {
      fail("found no string invocation.method.name");
    }
    const auto renamed =
        std::find_if(methods_.begin(), methods_.end(), [&](const Renamed& r) { return r.java == java; });
    if (kind == "call") {
      simdjson::dom::array arguments;
      if (e["invocation"]["arguments"].get(arguments) != simdjson::SUCCESS) {
        fail("found no array invocation.arguments");
      }
      std::vector<Value> args;
      for (const element a : arguments) args.push_back(to_value(a));
      if (builder_.has_open_call(thread)) fail(fmt::format("session {} calls twice at once", session));
      builder_.call(thread, builder_.method(renamed != methods_.end() ? renamed->ours : java), args,
                    builder_.object(Value()), 0);
    } else if (kind == "return") {
      element value;
      if (e["value"].get(value) != simdjson::SUCCESS) fail("found a return without \"value\"");
      if (!builder_.has_open_call(thread))
        fail(fmt::format("session {} returns without having called", session));
      const Value result = unquote(value);
      const bool returns_null = renamed != methods_.end() && renamed->returns_null && result == Value(true);
      builder_.ret(thread, returns_null ? Value() : result, 0);
    } else {
      fail(fmt::format("found the kind {}, expected call or return", excerpt(kind)));
    }
  }

  // A string that contains JSON becomes that value; another string stays itself.
  Value unquote(element value) {
    std::string_view text;
    if (value.get(text) != simdjson::SUCCESS) return to_value(value);
    element inner;
    const simdjson::padded_string padded(text);
    return inner_parser_.parse(padded).get(inner) == simdjson::SUCCESS ? to_value(inner) : Value(text);
  }

  Input& input_;
  HistoryBuilder builder_;
  simdjson::dom::parser parser_ = make_json_parser(), inner_parser_ = make_json_parser();
  std::span<const Renamed> methods_;
  std::size_t event_ = 0;  // from 1
};

bool is_violat(std::string_view head) {
  constexpr std::string_view kWhite = " \t\r\n";
  std::size_t at = head.find_first_not_of(kWhite);
  if (at == std::string_view::npos || head[at] != '{') return false;
  at = head.find_first_not_of(kWhite, at + 1);
  if (at == std::string_view::npos) return false;
  const std::string_view rest = head.substr(at);
  return rest.starts_with("\"schema\"") || rest.starts_with("\"events\"") ||
         rest.starts_with("\"frequency\"");
}

}  // namespace

constinit const Format kViolatFormat = {
    .name = "violat",
    .summary = "Violat's JSON: schema and events of a Java collection",
    .recognises = is_violat,
    .read = [](Input& input, const ReadOptions&) { return ViolatReader(input).read(); },
};

}  // namespace linnet
