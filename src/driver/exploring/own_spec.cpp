// Every question to the specification becomes a call through the border.
#include "driver/exploring/own_spec.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

#include "base/specification_call.hpp"

namespace linnet {

namespace {

const linnet_word* words_of(const Call& call) {
  return reinterpret_cast<const linnet_word*>(call.args.data());
}

void append(void* out, const char* text, std::size_t size) {
  static_cast<std::string*>(out)->append(text, size);
}

// What comes from the program is copied at once: its memory does not outlast the visit.
class OwnStateSpace final : public StateSpace {
 public:
  explicit OwnStateSpace(const linnet_own_spec& own) : own_(own), space_(own.open(own.context)) {}
  ~OwnStateSpace() override { own_.close(space_); }

  void outcomes(StateId from, const Call& call, std::vector<Outcome>& out) override {
    out.clear();
    const InSpecification running(own_.name, own_.methods[call.method].name);
    own_.outcomes(space_, from, call.method, words_of(call), call.args.size(), &out,
                  [](void* all, linnet_word result, StateId state) {
                    static_cast<std::vector<Outcome>*>(all)->push_back({std::bit_cast<Value>(result), state});
                  });
  }

  void step(StateId from, const Call& call, const Value* result, std::vector<StateId>& out) override {
    outcomes(from, call, outcomes_);
    out.clear();
    for (const Outcome& outcome : outcomes_) {
      const bool wanted = result == nullptr || *result == outcome.result;
      if (wanted && std::ranges::find(out, outcome.state) == out.end()) out.push_back(outcome.state);
    }
  }

  std::string describe(StateId state) const override {
    std::string text;
    own_.describe(space_, state, &text, append);
    return text;
  }

  std::size_t size() const override { return own_.size(space_); }
  void forget_all_but(std::span<StateId> kept) override {
    own_.forget_all_but(space_, kept.data(), kept.size());
  }

 private:
  const linnet_own_spec& own_;
  void* space_;
  std::vector<Outcome> outcomes_;
};

}  // namespace

Spec make_own_spec(const linnet_own_spec& own) {
  Spec::Interface interface;
  interface.name = own.name;
  interface.monitored_as = own.monitored_as;
  for (const linnet_method& method : std::span(own.methods, own.method_count)) {
    Method& copy = interface.methods.emplace_back();
    copy.name = method.name;
    for (std::size_t i = 0; i < method.arity; ++i) {
      copy.parameters.push_back(static_cast<ArgumentType>(method.parameters[i]));
    }
    copy.observer = method.observer;
    copy.silent = method.silent;
    copy.may_block = method.may_block;
    copy.deterministic = method.deterministic;
    copy.strength = method.strength;
  }
  if (own.partitioned) {
    interface.key = [&own](const Call& call) -> std::optional<Value> {
      linnet_word key = 0;
      if (!own.key(own.context, call.method, words_of(call), call.args.size(), &key)) return std::nullopt;
      return std::bit_cast<Value>(key);
    };
  }
  interface.complaint = [&own](const Call& call) -> std::optional<std::string> {
    std::string complaint;
    own.complain(own.context, call.method, words_of(call), call.args.size(), &complaint, append);
    return complaint.empty() ? std::nullopt : std::optional(complaint);
  };
  interface.open = [&own] { return std::make_unique<OwnStateSpace>(own); };
  return Spec(std::move(interface));
}

}  // namespace linnet
