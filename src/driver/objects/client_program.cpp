// client_program: declarations, threads, and the assertion.
#include "driver/objects/client_program.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "base/error.hpp"
#include "check/linearizability/handovers.hpp"

namespace linnet {

namespace {

constexpr std::string_view kBegin = R"(#include <linnet/test.hpp>

#include <atomic>
#include <cassert>
#include <cstring>
#include <initializer_list>
#include <thread>

// What the test declares is used to make the object and to call it.
#undef LINNET_TEST
#define LINNET_TEST(name) [[maybe_unused]] static void linnet_test_##name()
static linnet_object made;
static linnet_operation operations[256];
static int operation_count;
static thread_local linnet_word returned;
extern "C" void linnet_declare_object(const linnet_object* object) { made = *object; }
extern "C" void linnet_declare_operation(const linnet_operation* operation) { operations[operation_count++] = *operation; }
extern "C" void linnet_operation_returned(linnet_word result) { returned = result; }
)";

constexpr std::string_view kCall = R"(
static void* object;

// Whether the call returns this.
static bool call(const char* name, std::initializer_list<linnet_word> arguments, linnet_word expected) {
  for (int i = 0; i < operation_count; ++i) {
    if (std::strcmp(operations[i].name, name) != 0) continue;
    operations[i].invoke(operations[i].context, object, arguments.begin());
    return linnet_compare(returned, expected) == 0;
  }
  return false;
}
static void raise(std::atomic<bool>& flag) { flag.store(true, std::memory_order_release); }
static void wait_for(std::atomic<bool>& flag) {
  while (!flag.load(std::memory_order_acquire)) {
  }
}
using linnet::detail::to_word;

)";

std::string literal(Value value) {
  if (value.is_null()) return "to_word(nullptr)";
  if (value.is_boolean() || value.is_int64() || value.is_text())
    return fmt::format("to_word({})", value.to_json());
  throw InputError(fmt::format("--client: found the value {}, expected an integer, a boolean, a text or null",
                               value.to_json()));
}

class Client {
 public:
  Client(const ObjectTest& test, const std::string& source, const CheckedHistory& checked)
      : test_(test), source_(source), checked_(checked), history_(checked.history) {
    const bool handed_over = checked.algorithms == std::vector<std::string>{kHandovers};
    if (handed_over) pair_ = std::get<Violation>(checked.verdict).suspects;
  }

  std::string text() const {
    std::string flags,
        body = fmt::format("int main() {{\n  linnet_test_{}();\n  object = made.make(made.context);\n",
                           test_.name);
    for (std::size_t i = 0; i < checked_.client.size(); ++i)
      flags += fmt::format("static std::atomic<bool> flag_{};\n", i);
    std::string joins, last;
    for (const auto& [thread, calls] : by_thread()) {
      if (thread == Value(0)) {
        for (const OperationIndex i : calls) (is_final(i) ? last : body) += "  " + call(i);
        continue;
      }
      body += fmt::format("  std::thread thread_{}([] {{\n", thread.to_json());
      for (const OperationIndex i : calls) body += call_in_thread(i);
      body += "  });\n";
      joins += fmt::format("  thread_{}.join();\n", thread.to_json());
    }
    return fmt::format(
        "// A client of {} that shows its fault under the memory model of C++: linnet run finds that the "
        "assertion fails.\n{}#include \"{}\"\n{}{}"
        "static bool as_seen[{}];  // by call: it returned what it did in the failure\n{}\n{}{}{}{}  "
        "made.destroy(object);\n}}\n",
        test_.name, kBegin, std::filesystem::absolute(source_).string(), kCall, flags, history_.size(),
        pair_.empty() ? "" : "static int payload;  // stored before the one call, and read after the other\n",
        body, joins, last, assertion());
  }

 private:
  std::map<Value, std::vector<OperationIndex>> by_thread() const {
    std::map<Value, std::vector<OperationIndex>> all;
    for (const OperationIndex i : history_.indices())
      all[history_.words->threads[history_.operations[i].thread.value]].push_back(i);
    return all;
  }
  // Whether a call outside of threads comes after the threads.
  bool is_final(OperationIndex i) const {
    return std::ranges::any_of(history_.indices(), [&](OperationIndex other) {
      return history_.operations[other].thread != history_.operations[i].thread &&
             history_.precedes(other, i);
    });
  }
  std::string call(OperationIndex i) const {
    const Operation& op = history_.operations[i];
    std::string arguments;
    for (const Value argument : op.args()) arguments += (arguments.empty() ? "" : ", ") + literal(argument);
    return fmt::format("as_seen[{}] = call(\"{}\", {{{}}}, {});\n", i, history_.method_name(op), arguments,
                       literal(op.result));
  }
  std::string call_in_thread(OperationIndex i) const {
    std::string text;
    for (std::size_t flag = 0; flag < checked_.client.size(); ++flag) {
      if (checked_.client[flag].second == i) text += fmt::format("    wait_for(flag_{});\n", flag);
    }
    if (!pair_.empty() && pair_[0] == i) text += "    payload = 1;\n";
    text += "    " + call(i);
    if (!pair_.empty() && pair_[1] == i)
      text += fmt::format("    if (as_seen[{}]) assert(payload == 1);\n", i);
    for (std::size_t flag = 0; flag < checked_.client.size(); ++flag) {
      if (checked_.client[flag].first == i) text += fmt::format("    raise(flag_{});\n", flag);
    }
    return text;
  }
  // That all calls return what they did in the failure is what the specification does not allow.
  std::string assertion() const {
    if (!pair_.empty()) return "";
    std::string text;
    for (const OperationIndex i : history_.indices())
      text += fmt::format("{}as_seen[{}]", text.empty() ? "" : " && ", i);
    return fmt::format("  assert(!({}));\n", text);
  }

  const ObjectTest& test_;
  const std::string& source_;
  const CheckedHistory& checked_;
  const History& history_;
  std::vector<OperationIndex>
      pair_;  // giver and taker, if the failure is that one does not happen after the other
};

}  // namespace

std::string client_program(const ObjectTest& test, const std::string& source, const Failure& failure) {
  const bool under_model = failure.schedule.starts_with("linnet2:");
  if (!failure.history || !under_model || !violated(failure.history->verdict))
    throw InputError("--client: only results of calls under a memory model have a client that shows them");
  const std::vector<Operation>& operations = failure.history->history.operations;
  if (!std::ranges::all_of(operations, &Operation::completed))
    throw InputError("--client: a call does not return, so no client can tell what it returned");
  return Client(test, source, *failure.history).text();
}

}  // namespace linnet
