// Makes a history from Jepsen's events.
#include "history/formats/jepsen_events.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace linnet {

namespace {

using Shape = JepsenFunction::Shape;

constexpr std::array<std::pair<std::string_view, JepsenFunction>, 18> kFunctions = {{
    {"read", {"read", Shape::query}},
    {"write", {"write", Shape::update}},
    {"cas", {"cas", Shape::predicate}},
    {"acquire", {"lock", Shape::command}},
    {"release", {"unlock", Shape::command}},
    {"lock", {"lock", Shape::command}},
    {"unlock", {"unlock", Shape::command}},
    {"get", {"get", Shape::query}},
    {"put", {"put", Shape::update}},
    {"append", {"append", Shape::update}},
    {"enqueue", {"enq", Shape::update}},
    {"dequeue", {"deq", Shape::query}},
    {"enq", {"enq", Shape::update}},
    {"deq", {"deq", Shape::query}},
    {"push", {"push", Shape::update}},
    {"pop", {"pop", Shape::query}},
    {"peek", {"peek", Shape::query}},
    {"inc", {"inc", Shape::command}},
}};

struct Family {
  std::string_view spec;
  bool keyed;
  bool starts_null;  // Jepsen's registers do, ours start at 0
  std::array<std::string_view, 3> names;
};
constexpr std::array<Family, 5> kFamilies = {{
    {"register", false, true, {"read", "write", "cas"}},
    {"mutex", false, false, {"lock", "unlock", ""}},
    {"kv", true, false, {"get", "put", "append"}},
    {"queue", false, false, {"enq", "deq", "peek"}},
    {"stack", false, false, {"push", "pop", "peek"}},
}};

void append_spread(std::vector<Value>& args, Value value) {
  if (value.is_array()) {
    args.insert(args.end(), value.as_array().begin(), value.as_array().end());
  } else if (!value.is_null()) {
    args.push_back(value);
  }
}

}  // namespace

std::optional<JepsenEvent::Type> find_jepsen_type(std::string_view name) {
  if (name == "invoke") return JepsenEvent::Type::invoke;
  if (name == "ok") return JepsenEvent::Type::ok;
  if (name == "fail") return JepsenEvent::Type::fail;
  if (name == "info") return JepsenEvent::Type::info;
  return std::nullopt;
}

JepsenFunction find_jepsen_function(std::string_view f) {
  for (const auto& [known, function] : kFunctions) {
    if (known == f) return function;
  }
  return {f, Shape::other};
}

std::vector<Value> JepsenFunction::args(const JepsenEvent& invoke) const {
  std::vector<Value> args;
  if (invoke.key) args.push_back(*invoke.key);
  if (invoke.args) {
    append_spread(args, *invoke.args);
    return args;
  }
  switch (shape) {
    case Shape::update: args.push_back(invoke.value); break;
    case Shape::predicate:
    case Shape::other: append_spread(args, invoke.value); break;
    case Shape::query:
    case Shape::command: break;
  }
  return args;
}

Value JepsenFunction::result(const JepsenEvent& ok, Value invoked_value) const {
  if (ok.result) return *ok.result;
  switch (shape) {
    case Shape::query: return ok.value;
    case Shape::predicate: return Value(true);
    case Shape::update:
    case Shape::command: return Value();
    case Shape::other: return ok.value == invoked_value ? Value() : ok.value;
  }
  return Value();
}

JepsenEvents::Process& JepsenEvents::process(Value label) {
  const auto [found, fresh] = processes_.try_emplace(label);
  if (fresh) found->second.thread = builder_.thread(label);
  return found->second;
}

bool JepsenEvents::fails_as_result(std::string_view f, std::string_view name) const {
  const auto& list = options_.fail_is_result;
  return std::any_of(list.begin(), list.end(), [&](const std::string& op) { return op == f || op == name; });
}

void JepsenEvents::apply(const JepsenEvent& event, HistoryBuilder::Line line) {
  Process& p = process(event.process);
  const JepsenFunction function = find_jepsen_function(event.f);
  switch (event.type) {
    case JepsenEvent::Type::invoke:
      // Jepsen would have given a retired process a new number; other recorders continue under the old one.
      if (std::exchange(p.retired, false)) p.thread = builder_.successor(p.thread);
      builder_.call(p.thread, builder_.method(function.name), function.args(event), builder_.object(Value()),
                    line);
      p.invoked_value = event.value;
      keyed_ |= event.key.has_value();
      if (std::find(names_.begin(), names_.end(), function.name) == names_.end()) {
        names_.emplace_back(function.name);
      }
      break;
    case JepsenEvent::Type::ok: builder_.ret(p.thread, function.result(event, p.invoked_value), line); break;
    case JepsenEvent::Type::fail:
      if (fails_as_result(event.f, function.name)) {
        builder_.ret(p.thread, event.result.value_or(function.failure()), line);
      } else {
        builder_.drop(p.thread, line);
      }
      break;
    case JepsenEvent::Type::info:
      if (!builder_.has_open_call(p.thread)) break;  // a remark
      builder_.retire(p.thread, line);
      p.retired = true;
      break;
  }
}

void JepsenEvents::describe() {
  for (const Family& family : kFamilies) {
    const auto belongs = [&](const std::string& name) {
      return std::find(family.names.begin(), family.names.end(), name) != family.names.end();
    };
    if (names_.empty() || family.keyed != keyed_ || !std::all_of(names_.begin(), names_.end(), belongs))
      continue;
    builder_.header().spec = std::string(family.spec);
    if (family.starts_null) builder_.header().initial = Value();
    return;
  }
}

}  // namespace linnet
