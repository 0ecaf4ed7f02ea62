// A sequential specification: a state, and for each method what it may return in that state and which state
// it leaves.
//
// You write a plain struct for the state and one callable per method:
//
//   struct Counter {
//     int n = 0;
//     bool operator==(const Counter&) const = default;
//     std::string describe() const { return std::to_string(n); }
//   };
//   const linnet::Spec counter = linnet::specify("counter", Counter{})
//       .method("inc", [](Counter& c) { ++c.n; })                     // returns null
//       .method("get", [](const Counter& c) { return c.n; });         // const: an observer, changes nothing
//
// The type of the callable says everything about the method:
//   first parameter   State& changes the state; const State& only reads it: an observer
//   other parameters  bool, integers, enumerations (as numbers), std::string and std::string_view;
//                     std::optional of these (null or one of them); Value (anything), std::span<const Value>
//                     (a JSON array) or Ordered (a number or a string); a call with other arguments is bad
//                     input
//   result            void is null; bool, integers, enumerations, numbers, texts, Value; OrNull<T>: null or a T;
//                     std::optional of all these, where nullopt means that the call blocks in this state
//                     (std::optional<Nothing> for null or blocking);
//                     for nondeterministic methods, Outcomes<State>: everything that may happen, or Choices:
//                     everything that an observer may return
//
// Reports show a state by its describe() or operator<<; a state with neither needs hash(). Two states are
// equal by operator==, or, if there is none, if they are shown alike.
#pragma once

#include <concepts>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "linnet/value.hpp"

namespace linnet {

// The index of a method in its specification.
using MethodIndex = std::uint16_t;

struct Call {
  MethodIndex method;
  std::span<const Value> args;
};

// The result of a method that returns null or blocks: std::optional<Nothing>.
struct Nothing {
  operator Value() const { return Value(); }
};

// The result of a method that returns null or a value: OrNull<int>(std::nullopt), OrNull<int>(5).
template <class T>
struct OrNull {
  OrNull(std::nullopt_t) {}
  OrNull(T held) : value(std::move(held)) {}
  OrNull(std::optional<T> held) : value(std::move(held)) {}
  std::optional<T> value;
};

// Everything that a nondeterministic call may do: its result, and the state it leaves. If empty, the call
// blocks.
template <class State>
using Outcomes = std::vector<std::pair<Value, State>>;

// Everything that a nondeterministic observer may return. If empty, the call blocks.
using Choices = std::vector<Value>;

// An argument that has a place in the order of numbers, then strings.
struct Ordered {
  Value value;
};

// The type that an argument must have, as messages name it.
enum class ArgumentType : std::uint8_t { any, boolean, integer, text, array, ordered };
bool accepts(ArgumentType type, Value value);
std::string_view name_of(ArgumentType type);  // "an integer", "a string", ...

struct Method {
  std::string name;
  std::vector<ArgumentType> parameters;
  bool observer = false;       // never changes the state
  bool silent = false;         // never returns anything but null, so reports leave that out
  bool may_block = true;       // in some states it may have no outcome: it blocks
  bool deterministic = false;  // it has at most one outcome in every state
  std::string strength = {};  // how much it sees: lin, hb, causal, po or any; empty if all methods are atomic

  std::string signature() const;  // "insert(any, any)"
};

// A method of a specification threw. (If the object's own method may throw, that is a result:
// linnet::throws().)
class SpecificationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A state of one StateSpace, numbered in the order of discovery.
using StateId = std::uint32_t;

// The reachable part of a specification's state graph, which grows as it is explored. Equal states have equal
// ids. Not thread-safe: every search opens its own.
class StateSpace {
 public:
  virtual ~StateSpace() = default;
  StateSpace() = default;
  StateSpace(const StateSpace&) = delete;
  StateSpace& operator=(const StateSpace&) = delete;

  static constexpr StateId initial() { return 0; }

  struct Outcome {
    Value result;
    StateId state;
  };
  // Replaces `out` by everything that `call` may do in `from`. If `out` is empty, the call blocks.
  virtual void outcomes(StateId from, const Call& call, std::vector<Outcome>& out) = 0;
  // Replaces `out` by the distinct states that `call` may leave when it returns `*result`, or any result if
  // `result` is null.
  virtual void step(StateId from, const Call& call, const Value* result, std::vector<StateId>& out) = 0;
  virtual std::string describe(StateId state) const = 0;
  virtual std::size_t size() const = 0;
  // Forgets all states except the initial one and those in `kept`, and rewrites `kept` to their new ids. A
  // walk that only goes forward thus needs no memory of the states behind it. `kept` may name a state several
  // times.
  virtual void forget_all_but(std::span<StateId> kept) = 0;
};

// A specification: an immutable value, cheap to copy.
class Spec {
 public:
  // The part that names no state type.
  struct Interface {
    std::string name;
    std::vector<Method> methods;
    // The key that a call works on, if the object is a product of independent objects, one per key.
    std::function<std::optional<Value>(const Call&)> key;
    // Says what is wrong with the arguments beyond their types, if anything. The function may be empty.
    std::function<std::optional<std::string>(const Call&)> complaint;
    // The built-in specification that has exactly the same names and meaning, so that the fast monitors for
    // it may decide. Empty if there is none.
    std::string monitored_as;
    std::function<std::unique_ptr<StateSpace>()> open;
  };

  explicit Spec(Interface interface) : interface_(std::make_shared<const Interface>(std::move(interface))) {}

  const std::string& name() const { return interface_->name; }
  const std::vector<Method>& methods() const { return interface_->methods; }
  const Method& method(MethodIndex index) const { return interface_->methods[index]; }
  std::optional<MethodIndex> find(std::string_view method, std::size_t arity) const;
  bool partitioned() const { return static_cast<bool>(interface_->key); }
  // nullopt: the call uses all keys at once, so a history that contains it cannot be split.
  std::optional<Value> key(const Call& call) const { return interface_->key(call); }
  bool complains() const { return static_cast<bool>(interface_->complaint); }
  std::optional<std::string> complaint(const Call& call) const {
    return complains() ? interface_->complaint(call) : std::nullopt;
  }
  const std::string& monitored_as() const { return interface_->monitored_as; }
  std::unique_ptr<StateSpace> open() const { return interface_->open(); }

 private:
  std::shared_ptr<const Interface> interface_;
};

namespace detail {

template <class T>
inline constexpr bool kNoSuchType = false;

template <class T>
struct Argument {
  static_assert(
      kNoSuchType<T>,
      "a method of a specification cannot take this type: use bool, an integer, an enumeration, std::string, "
      "std::optional of these, linnet::Value, std::span<const linnet::Value> or linnet::Ordered");
  static constexpr ArgumentType type = ArgumentType::any;
  static T get(Value);
};
template <>
struct Argument<Value> {
  static constexpr ArgumentType type = ArgumentType::any;
  static Value get(Value v) { return v; }
};
template <>
struct Argument<bool> {
  static constexpr ArgumentType type = ArgumentType::boolean;
  static bool accepts(Value v) { return v.is_boolean(); }
  static bool get(Value v) { return v.as_boolean(); }
};
template <std::integral T>
struct Argument<T> {
  static constexpr ArgumentType type = ArgumentType::integer;
  static bool accepts(Value v) { return v.is_int64() && std::in_range<T>(v.as_int64()); }
  static T get(Value v) {
    if (!accepts(v)) throw std::out_of_range(v.to_json() + " is no value of the type of the parameter");
    return static_cast<T>(v.as_int64());
  }
};
template <class T>
requires std::is_enum_v<T>
struct Argument<T> {
  using Number = Argument<std::underlying_type_t<T>>;
  static constexpr ArgumentType type = Number::type;
  static bool accepts(Value v) { return Number::accepts(v); }
  static T get(Value v) { return static_cast<T>(Number::get(v)); }
};
template <class T>
requires(std::same_as<T, std::string> || std::same_as<T, std::string_view>) struct Argument<T> {
  static constexpr ArgumentType type = ArgumentType::text;
  static bool accepts(Value v) { return v.is_text(); }
  static T get(Value v) { return T(v.as_text()); }
};
template <class T>
struct Argument<std::optional<T>> {
  static constexpr ArgumentType type = ArgumentType::any;
  static std::optional<T> get(Value v) {
    if (v.is_null()) return std::nullopt;
    if (!Argument<T>::accepts(v))
      throw std::invalid_argument(v.to_json() + " is neither null nor what the parameter may hold");
    return Argument<T>::get(v);
  }
};
template <>
struct Argument<std::span<const Value>> {
  static constexpr ArgumentType type = ArgumentType::array;
  static std::span<const Value> get(Value v) { return v.as_array(); }
};
template <>
struct Argument<Ordered> {
  static constexpr ArgumentType type = ArgumentType::ordered;
  static Ordered get(Value v) { return {v}; }
};

template <class T>
struct IsOrNull : std::false_type {};
template <class T>
struct IsOrNull<OrNull<T>> : std::true_type {};

// Converts the result of a method to a value, as for the operations of a test.
template <class T>
Value value_of(const T& result) {
  if constexpr (std::is_enum_v<T>) {
    return Value(static_cast<std::underlying_type_t<T>>(result));
  } else if constexpr (IsOrNull<T>::value) {
    return result.value ? value_of(*result.value) : Value();
  } else {
    static_assert(
        std::constructible_from<Value, const T&>,
        "a method of a specification cannot return this type: use void, bool, a number, an enumeration, "
        "std::string, linnet::OrNull of these, linnet::Value or linnet::Outcomes");
    return Value(result);
  }
}

template <class State>
concept Described = requires(const State& s) {
  { s.describe() } -> std::convertible_to<std::string>;
};
template <class State>
concept Printed = requires(std::ostream& out, const State& s) {
  out << s;
};
template <class State>
concept Shown = Described<State> || Printed<State>;

// REQUIRES: it is Shown.
template <class State>
std::string shown(const State& state) {
  if constexpr (Described<State>) {
    return state.describe();
  } else {
    std::ostringstream text;
    text << state;
    return text.str();
  }
}

template <class State>
concept Hashed = requires(const State& s) {
  { s.hash() } -> std::convertible_to<std::uint64_t>;
};

std::uint64_t scramble(std::uint64_t hash);
std::uint64_t hash_description(std::string_view text);

template <class State>
std::uint64_t hash_state(const State& state) {
  if constexpr (Hashed<State>) {
    return scramble(state.hash());
  } else {
    static_assert(Shown<State>, "a specification's state needs describe() const, operator<< or hash() const");
    return hash_description(shown(state));
  }
}

template <class State>
bool same_state(const State& a, const State& b) {
  if constexpr (std::equality_comparable<State>) {
    return a == b;
  } else {
    static_assert(Shown<State>, "a specification's state needs operator==, describe() const or operator<<");
    return shown(a) == shown(b);
  }
}

// Receives everything that one call may do in one state.
template <class State>
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void unchanged(Value result) = 0;
  virtual void changed(Value result, State&& state) = 0;
};

template <class State>
struct MethodBody {
  std::function<void(const State&, std::span<const Value>, Sink<State>&)> run;
};

template <class T>
struct Signature : Signature<decltype(&T::operator())> {};
template <class Class, class Result, class First, class... Rest>
struct Signature<Result (Class::*)(First, Rest...) const> : Signature<Result (*)(First, Rest...)> {};
template <class Result, class First, class... Rest>
struct Signature<Result (*)(First, Rest...)> {
  static constexpr bool observer =
      std::is_const_v<std::remove_reference_t<First>> || !std::is_reference_v<First>;
  static std::vector<ArgumentType> parameters() { return {Argument<std::remove_cvref_t<Rest>>::type...}; }

  template <class Callable, class State>
  static auto apply(const Callable& callable, State& state, std::span<const Value> args) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return callable(state, Argument<std::remove_cvref_t<Rest>>::get(args[I])...);
    }
    (std::index_sequence_for<Rest...>());
  }
  using ResultType = Result;
};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class Result>
inline constexpr bool is_silent = std::is_void_v<Result> || std::same_as<Result, std::optional<Nothing>>;

// Runs a callable on a copy of a state, and passes the outcomes to the sink.
template <class State, class Callable>
void run_method(const Callable& callable, const State& from, std::span<const Value> args, Sink<State>& sink) {
  using Shape = Signature<Callable>;
  using Result = typename Shape::ResultType;
  if constexpr (std::same_as<Result, Outcomes<State>>) {
    for (auto& [result, state] : Shape::apply(callable, from, args)) sink.changed(result, std::move(state));
  } else if constexpr (std::same_as<Result, Choices>) {
    static_assert(Shape::observer, "a method that returns Choices takes const State&; see Outcomes");
    for (const Value result : Shape::apply(callable, from, args)) sink.unchanged(result);
  } else if constexpr (Shape::observer) {
    if constexpr (IsOptional<Result>::value) {
      if (const auto result = Shape::apply(callable, from, args)) sink.unchanged(value_of(*result));
    } else {
      sink.unchanged(value_of(Shape::apply(callable, from, args)));
    }
  } else {
    State state = from;
    if constexpr (std::is_void_v<Result>) {
      Shape::apply(callable, state, args);
      sink.changed(Value(), std::move(state));
    } else if constexpr (IsOptional<Result>::value) {
      if (const auto result = Shape::apply(callable, state, args))
        sink.changed(value_of(*result), std::move(state));
    } else {
      const Value result = value_of(Shape::apply(callable, state, args));
      sink.changed(result, std::move(state));
    }
  }
}

template <class State>
class StateSpaceOf final : public StateSpace {
 public:
  using Bodies = std::shared_ptr<const std::vector<MethodBody<State>>>;

  StateSpaceOf(Bodies bodies, const State& initial) : bodies_(std::move(bodies)), slots_(64, kFree) {
    intern(State(initial));
  }

  void outcomes(StateId from, const Call& call, std::vector<Outcome>& out) override {
    struct Collect final : Sink<State> {
      StateSpaceOf* space;
      StateId from;
      std::vector<Outcome>* out;
      void unchanged(Value result) override { out->push_back({result, from}); }
      void changed(Value result, State&& state) override {
        out->push_back({result, space->intern(std::move(state))});
      }
    } collect;
    collect.space = this, collect.from = from, collect.out = &out;
    out.clear();
    (*bodies_)[call.method].run(states_[from], call.args, collect);
  }

  void step(StateId from, const Call& call, const Value* result, std::vector<StateId>& out) override {
    struct Select final : Sink<State> {
      StateSpaceOf* space;
      StateId from;
      const Value* wanted;
      std::vector<StateId>* out;
      void add(StateId id) {
        for (const StateId seen : *out) {
          if (seen == id) return;
        }
        out->push_back(id);
      }
      void unchanged(Value r) override {
        if (wanted == nullptr || *wanted == r) add(from);
      }
      void changed(Value r, State&& state) override {
        if (wanted == nullptr || *wanted == r) add(space->intern(std::move(state)));
      }
    } select;
    select.space = this, select.from = from, select.wanted = result, select.out = &out;
    out.clear();
    (*bodies_)[call.method].run(states_[from], call.args, select);
  }

  std::string describe(StateId state) const override {
    if constexpr (Shown<State>) {
      return shown(states_[state]);
    } else {
      return "state " + std::to_string(state);
    }
  }

  std::size_t size() const override { return states_.size(); }

  void forget_all_but(std::span<StateId> kept) override {
    std::deque<State> old_states;
    std::vector<StateId> fresh(states_.size(), kFree);
    old_states.swap(states_);
    hashes_.clear();
    slots_.assign(64, kFree);
    fresh[initial()] = intern(std::move(old_states[initial()]));
    for (StateId& id : kept) {
      if (fresh[id] == kFree) fresh[id] = intern(std::move(old_states[id]));
      id = fresh[id];
    }
  }

 private:
  static constexpr StateId kFree = ~StateId{0};

  // Open addressing over the ids. The states themselves never move, so a method may read one while others are
  // added.
  StateId intern(State&& state) {
    const std::uint64_t hash = hash_state(state);
    std::size_t slot = hash & (slots_.size() - 1);
    for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1)) {
      if (hashes_[slots_[slot]] == hash && same_state(states_[slots_[slot]], state)) return slots_[slot];
    }
    const auto id = static_cast<StateId>(states_.size());
    states_.push_back(std::move(state));
    hashes_.push_back(hash);
    slots_[slot] = id;
    if (states_.size() * 2 > slots_.size()) grow();
    return id;
  }

  void grow() {
    std::vector<StateId> larger(slots_.size() * 2, kFree);
    for (StateId id = 0; id < states_.size(); ++id) {
      std::size_t slot = hashes_[id] & (larger.size() - 1);
      while (larger[slot] != kFree) slot = (slot + 1) & (larger.size() - 1);
      larger[slot] = id;
    }
    slots_.swap(larger);
  }

  Bodies bodies_;
  std::deque<State> states_;
  std::vector<std::uint64_t> hashes_;
  std::vector<StateId> slots_;
};

}  // namespace detail

// Collects the methods of a specification; converts to a Spec.
template <class State>
class SpecBuilder {
 public:
  SpecBuilder(std::string name, State initial) : initial_(std::move(initial)) {
    interface_.name = std::move(name);
  }

  // Methods may be overloaded by their number of arguments.
  template <class Callable>
  SpecBuilder& method(std::string name, Callable callable) {
    using Shape = detail::Signature<Callable>;
    using Result = typename Shape::ResultType;
    constexpr bool several = nondeterministic<Callable> || std::same_as<Result, Choices>;
    interface_.methods.push_back({.name = std::move(name),
                                  .parameters = Shape::parameters(),
                                  .observer = Shape::observer && !nondeterministic<Callable>,
                                  .silent = detail::is_silent<Result>,
                                  .may_block = several || detail::IsOptional<Result>::value,
                                  .deterministic = !several});
    bodies_.push_back({[callable, where = "specification " + interface_.name + ", method " +
                                          interface_.methods.back().name](
                           const State& from, std::span<const Value> args, detail::Sink<State>& sink) {
      try {
        detail::run_method(callable, from, args, sink);
      } catch (const std::bad_alloc&) {
        throw;
      } catch (const std::exception& error) {
        throw SpecificationError(where + ": " + error.what());
      }
    }});
    return *this;
  }

  // How much the method declared last has to see, if the object as a whole is weakly consistent: "lin"
  // (everything linearized before it), "hb" (everything that happened before it), "causal", "po" (its own
  // thread's operations) or "any". Methods without a strength stay atomic: "lin".
  SpecBuilder& strength(std::string strength) {
    interface_.methods.back().strength = std::move(strength);
    return *this;
  }

  // The object is a product of independent objects, and the i-th argument of every call names the one that it
  // works on.
  SpecBuilder& partition_by_argument(std::size_t i) {
    return partition(
        [i](const Call& call) { return i < call.args.size() ? std::optional(call.args[i]) : std::nullopt; });
  }
  // The same by a function of the call; nullopt if a call works on all of the objects.
  SpecBuilder& partition(std::function<std::optional<Value>(const Call&)> key) {
    interface_.key = std::move(key);
    return *this;
  }

  // Refuses calls whose arguments have the right types but are wrong nevertheless. `complaint` says what is
  // wrong.
  SpecBuilder& complain(std::function<std::optional<std::string>(const Call&)> complaint) {
    interface_.complaint = std::move(complaint);
    return *this;
  }

  // REQUIRES: all methods have the names, results and meaning of that built-in specification.
  SpecBuilder& monitored_as(std::string builtin) {
    interface_.monitored_as = std::move(builtin);
    return *this;
  }

  operator Spec() const {  // implicit: a builder is how a Spec is written
    Spec::Interface interface = interface_;
    auto bodies = std::make_shared<const std::vector<detail::MethodBody<State>>>(bodies_);
    interface.open = [bodies, initial = initial_]() -> std::unique_ptr<StateSpace> {
      return std::make_unique<detail::StateSpaceOf<State>>(bodies, initial);
    };
    return Spec(std::move(interface));
  }

 private:
  template <class Callable>
  static constexpr bool nondeterministic =
      std::same_as<typename detail::Signature<Callable>::ResultType, Outcomes<State>>;

  Spec::Interface interface_;
  State initial_;
  std::vector<detail::MethodBody<State>> bodies_;
};

template <class State>
SpecBuilder<State> specify(std::string name, State initial) {
  return SpecBuilder<State>(std::move(name), std::move(initial));
}

}  // namespace linnet
