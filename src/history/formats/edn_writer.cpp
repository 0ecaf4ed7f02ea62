// Writes EDN: one map per event, as Jepsen does. If :value alone would be read as something else, the event
// says :args or :result as well (jepsen_events.hpp). The first line is a comment with the native header,
// which our reader looks for: otherwise a register would start as nil, as Jepsen's do.
#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/formats/jepsen_events.hpp"
#include "history/formats/writer.hpp"
#include "history/model/event_order.hpp"

namespace linnet {

namespace {

void append_edn(std::string& out, Value value) {
  switch (value.kind()) {
    case Value::Kind::null: out += "nil"; break;
    case Value::Kind::boolean:
    case Value::Kind::integer:
    case Value::Kind::real:
    case Value::Kind::text: value.append_json(out); break;  // JSON's escapes are EDN's too
    case Value::Kind::array: {
      out += '[';
      const char* separator = "";
      for (const Value item : value.as_array()) {
        out += separator;
        append_edn(out, item);
        separator = " ";
      }
      out += ']';
      break;
    }
    case Value::Kind::object: {
      // The items of an object in JSON differ from EDN only by the colon, so they are printed from the pairs.
      out += '{';
      const char* separator = "";
      for (const auto& [name, member] : value.as_object()) {
        out += separator;
        Value(name).append_json(out);
        out += ' ';
        append_edn(out, member);
        separator = ", ";
      }
      out += '}';
      break;
    }
  }
}

class EdnWriter {
 public:
  EdnWriter(const History& history, Output& output)
      : history_(history), output_(output), out_(output.buffer) {}

  void write() {
    if (history_.order) refuse("an explicit order");
    if (!history_.crashes.empty()) refuse("crashes");
    if (history_.stuck) refuse("that the history is stuck");
    if (history_.words->objects.size() > 1 || !history_.words->objects[0].is_null())
      refuse("objects with names");
    out_ += "; ";
    append_header(history_, out_);
    out_ += '\n';
    for_each_event(
        history_, [&](const Operation& op) { call(op); }, [&](const Operation& op) { ret(op); },
        [](const Crash&) {});
  }

 private:
  [[noreturn]] static void refuse(std::string_view what) {
    throw InputError(fmt::format("EDN cannot say {}, expected the native format for this history", what));
  }

  // The value that Jepsen would have in the invocation.
  Value invoked_value(const Operation& op) const {
    const auto args = op.args();
    if (args.empty()) return Value();
    return args.size() == 1 ? args[0] : op.argument;
  }

  void begin(const Operation& op, std::string_view type) {
    out_ += "{:process ";
    append_edn(out_, history_.words->threads[op.thread.value]);
    fmt::format_to(std::back_inserter(out_), ", :type :{}, :f ", type);
    name(history_.method_name(op));
  }

  // A keyword if the name can be one.
  void name(const std::string& text) {
    const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
             c == '-';
    });
    if (plain) {
      out_ += ':' + text;
    } else {
      append_edn(out_, Value(text));
    }
  }

  void member(std::string_view key, Value value) {
    fmt::format_to(std::back_inserter(out_), ", :{} ", key);
    append_edn(out_, value);
  }

  void end() {
    out_ += "}\n";
    output_.flush_if_full();
  }

  void call(const Operation& op) {
    JepsenEvent event;
    event.value = invoked_value(op);
    begin(op, "invoke");
    member("value", event.value);
    const std::vector<Value> understood = find_jepsen_function(history_.method_name(op)).args(event);
    if (!std::equal(understood.begin(), understood.end(), op.args().begin(), op.args().end())) {
      member("args", Value::array(op.args()));
    }
    end();
  }

  void ret(const Operation& op) {
    const JepsenFunction function = find_jepsen_function(history_.method_name(op));
    JepsenEvent event;
    const bool shows_result = function.shape == JepsenFunction::Shape::query || !op.result.is_null();
    event.value =
        function.shape != JepsenFunction::Shape::predicate && shows_result ? op.result : invoked_value(op);
    begin(op, "ok");
    member("value", event.value);
    if (function.result(event, invoked_value(op)) != op.result) member("result", op.result);
    end();
  }

  const History& history_;
  Output& output_;
  std::string& out_;
};

}  // namespace

void write_edn(const History& history, Output& output) {
  EdnWriter(history, output).write();
}

}  // namespace linnet
