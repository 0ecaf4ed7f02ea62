// Writes the native format: events in order, or, for an explicit order, whole operations with "after".
#include <fmt/format.h>

#include "history/formats/writer.hpp"
#include "history/model/event_order.hpp"

namespace linnet {

namespace {

class NativeWriter {
 public:
  NativeWriter(const History& history, Output& output)
      : history_(history), output_(output), out_(output.buffer) {
    for (const std::string& name : history.words->methods) Value(name).append_json(methods_.emplace_back());
  }

  void write() {
    append_header(history_, out_);
    out_ += '\n';
    if (history_.order) {
      for (OperationIndex i = 0; i < history_.size(); ++i) operation(i);
    } else {
      for_each_event(
          history_, [&](const Operation& op) { call(op); }, [&](const Operation& op) { ret(op); },
          [&](const Crash& c) { crash(c); });
    }
    if (history_.stuck) out_ += "{\"type\":\"stuck\"}\n";
  }

 private:
  void end_line() {
    out_ += "}\n";
    output_.flush_if_full();
  }

  void thread(ThreadId id) {
    out_ += "\"thread\":";
    history_.words->threads[id.value].append_json(out_);
  }

  // thread, op, args and object
  void invocation(const Operation& op) {
    thread(op.thread);
    out_ += ",\"op\":";
    out_ += methods_[op.method];
    out_ += ",\"args\":[";
    const char* separator = "";
    for (const Value arg : op.args()) {
      out_ += separator;
      arg.append_json(out_);
      separator = ",";
    }
    out_ += ']';
    const Value object = history_.words->objects[op.object.value];
    if (object.is_null()) return;
    out_ += ",\"object\":";
    object.append_json(out_);
  }

  void result(const Operation& op) {
    out_ += ",\"result\":";
    op.result.append_json(out_);
  }

  void call(const Operation& op) {
    out_ += "{\"type\":\"call\",";
    invocation(op);
    end_line();
  }

  void ret(const Operation& op) {
    out_ += "{\"type\":\"return\",";
    thread(op.thread);
    result(op);
    end_line();
  }

  void crash(const Crash& c) {
    out_ += "{\"type\":\"crash\"";
    if (c.thread) {
      out_ += ',';
      thread(*c.thread);
    }
    end_line();
  }

  void operation(OperationIndex i) {
    const Operation& op = history_.operations[i];
    fmt::format_to(std::back_inserter(out_), "{{\"id\":{},", i);
    invocation(op);
    if (op.completed()) result(op);
    fmt::format_to(std::back_inserter(out_), ",\"after\":[{}]",
                   fmt::join(history_.order->predecessors(i), ","));
    end_line();
  }

  const History& history_;
  Output& output_;
  std::string& out_;
  std::vector<std::string> methods_;  // as JSON
};

}  // namespace

void append_header(const History& history, std::string& out) {
  out += "{\"linnet\":1";
  if (history.header.spec) out += ",\"spec\":" + Value(*history.header.spec).to_json();
  if (history.header.initial) out += ",\"initial\":" + history.header.initial->to_json();
  if (history.words->lanes) out += ",\"lanes\":true";
  out += '}';
}

void write_native(const History& history, Output& output) {
  NativeWriter(history, output).write();
}

}  // namespace linnet
