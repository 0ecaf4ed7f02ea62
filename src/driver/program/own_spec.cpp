// Asks the process of a specification, and keeps the answers.
#include "driver/program/own_spec.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>

#include <fmt/format.h>

#include "base/error.hpp"

namespace linnet {

namespace {

// How a method failed to return. Its process has a timer for each question.
std::string what_it_did(int signal) {
  if (signal == SIGPROF) return "it does not return";
  return signal == SIGABRT ? "it calls abort()" : strsignal(signal);
}

// A view of one remote space, which numbers the states once for all views.
class OwnStateSpace final : public StateSpace {
 public:
  explicit OwnStateSpace(std::shared_ptr<SpecificationProcess> process) : process_(std::move(process)) {}

  void outcomes(StateId from, const Call& call, std::vector<Outcome>& out) override {
    out.clear();
    for (const SpecOutcome& outcome : process_->outcomes(from, call)) {
      out.push_back({outcome.result, outcome.state});
      met_ += outcome.state != from;
    }
  }
  void step(StateId from, const Call& call, const Value* result, std::vector<StateId>& out) override {
    out.clear();
    for (const SpecOutcome& outcome : process_->outcomes(from, call)) {
      const bool wanted = result == nullptr || *result == outcome.result;
      if (wanted && std::ranges::find(out, outcome.state) == out.end()) out.push_back(outcome.state);
      met_ += outcome.state != from;
    }
  }
  std::string describe(StateId state) const override { return process_->describe(state); }
  // An upper bound: the caller wants to know whether forgetting would help, and here it would not.
  std::size_t size() const override { return met_; }
  void forget_all_but(std::span<StateId>) override { met_ = 1; }

 private:
  std::shared_ptr<SpecificationProcess> process_;
  std::size_t met_ = 1;
};

}  // namespace

SpecificationProcess::SpecificationProcess(ProgramUnderTest& program, const ObjectTest& test)
    : worker_(program.fork()), own_(*test.own_spec) {
  ask<std::string>("(its initial state)", Tell::text, Ask::open_spec, program.number_of(test));
}

SpecificationProcess::Question SpecificationProcess::question(std::uint32_t state, const Call& call) {
  Question q{state, call.method, {}};
  for (const Value argument : call.args) q.arguments.push_back(argument.bits());
  return q;
}

template <class Answer, class... Parts>
Answer SpecificationProcess::ask(const std::string& method, Tell answer, Ask kind, Parts... parts) {
  worker_->send(kind, std::move(parts)...);
  try {
    return worker_->expect<Answer>(answer);
  } catch (const ProgramDied& died) {
    if (died.signal == 0 && !died.silent) throw;
    throw InputError(fmt::format("specification {}, method {}: {}", own_.name, method,
                                 what_it_did(died.silent ? SIGPROF : died.signal)));
  }
}

const std::vector<SpecOutcome>& SpecificationProcess::outcomes(std::uint32_t state, const Call& call) {
  const std::lock_guard lock(mutex_);
  Question q = question(state, call);
  if (const auto known = outcomes_.find(q); known != outcomes_.end()) return *known->second;
  auto answer = std::make_unique<std::vector<SpecOutcome>>(
      ask<std::vector<SpecOutcome>>(own_.methods[call.method].name, Tell::outcomes, Ask::outcomes,
                                    SpecQuestion{state, call.method, q.arguments}));
  return *outcomes_.emplace(std::move(q), std::move(answer)).first->second;
}

std::string SpecificationProcess::describe(std::uint32_t state) {
  const std::lock_guard lock(mutex_);
  return ask<std::string>("(the description of a state)", Tell::text, Ask::describe_state, state);
}

std::optional<Value> SpecificationProcess::key(const Call& call) {
  const std::lock_guard lock(mutex_);
  Question q = question(0, call);
  if (const auto known = keys_.find(q); known != keys_.end()) return known->second;
  const auto answer = ask<std::vector<Value>>(own_.methods[call.method].name, Tell::key, Ask::key_of_call,
                                              SpecQuestion{0, call.method, q.arguments});
  const std::optional<Value> key = answer.empty() ? std::nullopt : std::optional(answer.front());
  return keys_.emplace(std::move(q), key).first->second;
}

std::optional<std::string> SpecificationProcess::complaint(const Call& call) {
  const std::lock_guard lock(mutex_);
  Question q = question(0, call);
  auto known = complaints_.find(q);
  if (known == complaints_.end()) {
    auto answer = ask<std::string>(own_.methods[call.method].name, Tell::text, Ask::complaint,
                                   SpecQuestion{0, call.method, q.arguments});
    known = complaints_.emplace(std::move(q), std::move(answer)).first;
  }
  return known->second.empty() ? std::nullopt : std::optional(known->second);
}

Spec make_own_spec(ProgramUnderTest& program, const ObjectTest& test) {
  Spec::Interface interface;
  interface.name = test.own_spec->name;
  interface.monitored_as = test.own_spec->monitored_as;
  for (const OwnMethod& method : test.own_spec->methods) {
    Method& copy = interface.methods.emplace_back();
    copy.name = method.name;
    for (const std::uint8_t parameter : method.parameters)
      copy.parameters.push_back(static_cast<ArgumentType>(parameter));
    copy.observer = method.observer;
    copy.silent = method.silent;
    copy.may_block = method.may_block;
    copy.deterministic = method.deterministic;
    copy.strength = method.strength;
  }
  // The process is started when it is first asked.
  const auto process = [&program, &test] { return program.specification(test); };
  if (test.own_spec->partitioned) interface.key = [=](const Call& call) { return process()->key(call); };
  if (test.own_spec->complains)
    interface.complaint = [=](const Call& call) { return process()->complaint(call); };
  interface.open = [=]() -> std::unique_ptr<StateSpace> {
    return std::make_unique<OwnStateSpace>(process());
  };
  return Spec(std::move(interface));
}

}  // namespace linnet
