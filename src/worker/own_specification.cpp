// One state space that never forgets, and a question at a time.
#include "worker/own_specification.hpp"

#include <sys/time.h>

#include <bit>
#include <string>

#include "runtime/object_test.hpp"
#include "worker/server.hpp"

namespace linnet::worker {

namespace {

// From now on: a method that does not return within this CPU time ends the process by its signal, and `linnet` knows which one
// it was. Waiting for the next question takes no CPU time.
void begin_method() {
  constexpr time_t kMostSeconds = 2;
  itimerval timer = {};
  timer.it_value.tv_sec = kMostSeconds;
  setitimer(ITIMER_PROF, &timer, nullptr);
}

void append(void* out, const char* text, std::size_t size) {
  static_cast<std::string*>(out)->append(text, size);
}

class OwnSpecification {
 public:
  explicit OwnSpecification(const linnet_own_spec& own) : own_(own), space_(own.open(own.context)) {}
  ~OwnSpecification() { own_.close(space_); }
  OwnSpecification(const OwnSpecification&) = delete;
  OwnSpecification& operator=(const OwnSpecification&) = delete;

  // False if it is no question.
  bool answer(Connection::Message& message, Connection& linnet) {
    const auto kind = static_cast<Ask>(message.kind);
    begin_method();
    if (kind == Ask::describe_state)
      return linnet.send(Tell::text, describe(body_of<std::uint32_t>(message)));
    const auto question = body_of<SpecQuestion>(message);
    if (kind == Ask::outcomes) return linnet.send(Tell::outcomes, outcomes(question));
    if (kind == Ask::key_of_call) return linnet.send(Tell::key, key(question));
    return kind == Ask::complaint && linnet.send(Tell::text, complaint(question));
  }

 private:
  std::vector<SpecOutcome> outcomes(const SpecQuestion& q) {
    std::vector<SpecOutcome> all;
    own_.outcomes(
        space_, q.state, q.method, q.arguments.data(), q.arguments.size(), &all,
        [](void* out, linnet_word result, std::uint32_t state) {
          static_cast<std::vector<SpecOutcome>*>(out)->push_back({std::bit_cast<Value>(result), state});
        });
    return all;
  }
  std::string describe(std::uint32_t state) {
    std::string text;
    own_.describe(space_, state, &text, append);
    return text;
  }
  std::vector<Value> key(const SpecQuestion& q) {
    linnet_word key = 0;
    const bool has_one = own_.key(own_.context, q.method, q.arguments.data(), q.arguments.size(), &key);
    return has_one ? std::vector{std::bit_cast<Value>(key)} : std::vector<Value>();
  }
  std::string complaint(const SpecQuestion& q) {
    std::string text;
    own_.complain(own_.context, q.method, q.arguments.data(), q.arguments.size(), &text, append);
    return text;
  }

  const linnet_own_spec& own_;
  void* space_;
};

}  // namespace

void answer_for_specification(std::uint32_t test, Connection& linnet) {
  OwnSpecification specification(*runtime::declared_tests()[test].own_spec);
  linnet.send(Tell::text, std::string());
  while (auto message = linnet.receive()) {
    if (!specification.answer(*message, linnet)) return;
  }
}

}  // namespace linnet::worker
