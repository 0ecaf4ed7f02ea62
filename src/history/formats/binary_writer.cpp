// Writes binary histories: events in order, or, for an explicit order, whole operations with their predecessors.
#include <absl/container/flat_hash_map.h>

#include <bit>

#include "history/formats/binary_format.hpp"
#include "history/formats/writer.hpp"
#include "history/model/event_order.hpp"

namespace linnet {

namespace {

using binary::Event;
using binary::Other;
using binary::Tag;

class BinaryWriter {
 public:
  BinaryWriter(const History& history, Output& output)
      : history_(history), words_(*history.words), output_(output), out_(output.buffer) {}

  void write() {
    head();
    std::uint64_t count = 0;
    const auto wrote_one = [&] { ++count, output_.flush_if_full(); };
    if (history_.order) {
      for (OperationIndex i = 0; i < history_.size(); ++i) operation(i), wrote_one();
    } else {
      for_each_event(
          history_, [&](const Operation& op) { call(op), wrote_one(); },
          [&](const Operation& op) { ret(op), wrote_one(); }, [&](const Crash& c) { crash(c), wrote_one(); });
    }
    event(Event::end, 0);
    number(count);
  }

 private:
  void number(std::uint64_t n) {
    for (; n >= 0x80; n >>= 7) out_ += static_cast<char>(n | 0x80);
    out_ += static_cast<char>(n);
  }
  void text(std::string_view t) {
    number(t.size());
    out_ += t;
  }
  void event(Event e, std::uint64_t payload) { number(payload << 2 | static_cast<std::uint64_t>(e)); }
  void tag(Tag t, std::uint64_t payload) { number(payload << 2 | static_cast<std::uint64_t>(t)); }
  void other(Other o) { tag(Tag::other, static_cast<std::uint64_t>(o)); }

  void head() {
    out_ += binary::kMagic;
    number(binary::kVersion);
    const Header& header = history_.header;
    number((words_.lanes ? binary::kLanes : 0) | (history_.stuck ? binary::kStuck : 0) |
           (header.spec ? binary::kHasSpec : 0) | (header.initial ? binary::kHasInitial : 0) |
           (history_.order ? binary::kHasOrder : 0));
    if (header.spec) text(*header.spec);
    if (header.initial) value(*header.initial);
    number(words_.methods.size());
    for (const std::string& name : words_.methods) text(name);
    number(words_.threads.size());
    for (const Value label : words_.threads) value(label);
    number(words_.objects.size());
    for (const Value label : words_.objects) value(label);
  }

  // Writes a reference if the value has a number, and gives it one otherwise.
  bool wrote_reference(Value v) {
    const auto [at, fresh] = numbers_.try_emplace(v.bits(), numbers_.size());
    if (!fresh) tag(Tag::reference, numbers_.size() - at->second);
    return !fresh;
  }

  void value(Value v) {
    switch (v.kind()) {
      case Value::Kind::null: return other(Other::null);
      case Value::Kind::boolean: return other(v.as_boolean() ? Other::yes : Other::no);
      case Value::Kind::integer: return integer(v);
      case Value::Kind::real:
        if (wrote_reference(v)) return;
        other(Other::real);
        fixed(std::bit_cast<std::uint64_t>(v.as_double()));
        return;
      case Value::Kind::text:
        if (wrote_reference(v)) return;
        other(Other::text);
        return text(v.as_text());
      case Value::Kind::array:
        tag(Tag::array, v.as_array().size());
        for (const Value item : v.as_array()) value(item);
        return;
      case Value::Kind::object: return object(v);
    }
  }
  void integer(Value v) {
    const bool short_enough =
        v.is_int64() && v.as_int64() <= binary::kGreatest && v.as_int64() >= -binary::kGreatest;
    const bool numbered = !short_enough || binary::is_numbered(v.as_int64());
    if (numbered && wrote_reference(v)) return;
    if (short_enough) return tag(Tag::integer, binary::zigzag(v.as_int64()));
    other(Other::digits);
    text(v.to_json());
  }
  void object(Value v) {
    const std::vector<Value::Member> members = v.as_object();
    other(Other::object);
    number(members.size());
    for (const auto& [name, content] : members) text(name), value(content);
  }
  void fixed(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte) out_ += static_cast<char>(word >> (8 * byte));
  }

  void call(const Operation& op) {
    event(Event::call, op.thread.value);
    number(op.method);
    if (words_.objects.size() > 1) number(op.object.value);
    number(op.argument_count);
    for (const Value arg : op.args()) value(arg);
  }
  void ret(const Operation& op) {
    event(Event::ret, op.thread.value);
    value(op.result);
  }
  void crash(const Crash& c) { event(Event::crash, c.thread ? c.thread->value + std::uint64_t{1} : 0); }

  void operation(OperationIndex i) {
    const Operation& op = history_.operations[i];
    call(op);
    number(op.completed() ? 1 : 0);
    if (op.completed()) value(op.result);
    const auto predecessors = history_.order->predecessors(i);
    number(predecessors.size());
    for (const OperationIndex p : predecessors) number(p);
  }

  const History& history_;
  const Vocabulary& words_;
  Output& output_;
  std::string& out_;
  absl::flat_hash_map<std::uint64_t, std::uint64_t> numbers_;  // by the value's bits
};

}  // namespace

void write_binary(const History& history, Output& output) {
  BinaryWriter(history, output).write();
}

}  // namespace linnet
