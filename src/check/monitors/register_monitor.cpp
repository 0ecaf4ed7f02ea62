// Decides registers whose written values are all different, in linear time: read, write, swap, successful cas.
//
// Idea. Each value is written once, so every read names the write it saw. A write and its reads are a
// cluster: in a legal order they stand together, the write first. swap(b) → a and cas(a, b) → true read a and
// write b: they glue the end of a's cluster to the start of b's, and clusters become chains. Let first_ret be
// the least return in a chain, and last_call the greatest call: chain A must come before chain B iff
// first_ret(A) < last_call(B). The history is linearizable iff
//   (1) within each chain, no operation returns before one is called that the chain puts earlier, and
//   (2) no two chains must both come before each other.
//
//   fine: 1, then 2                        not: 1 before 2 by the writes, 2 before 1 by the reads
//   write(1)  |--|                         write(1)  |--|
//   write(2)       |----------|            write(2)        |--|
//   read → 1         |--|                  read → 2              |--|
//   read → 2               |--|            read → 1                   |--|
//
// Why (2) suffices: suppose there are longer cycles only, and let A have the least first_ret in one, P come
// before A in it, Q before P. P must not come after A too, so last_call(P) < first_ret(A); but Q before P
// means first_ret(Q) < last_call(P) < first_ret(A), a contradiction. Chains by increasing min(first_ret,
// last_call) are a legal order. Gibbons and Korach ("Testing Shared Memories", 1997) call [first_ret,
// last_call] a forward zone, and a chain with last_call < first_ret a backward zone: (2) says that no two
// forward zones overlap and no backward one lies inside a forward one, which one sweep over the ranks sees.
//
// The initial value has been written before everything. A pending write, swap or cas whose value no operation saw
// is dropped: without it, the register holds another value for longer, and no operation looks in between. If its
// value was seen, it did happen; a pending cas has then seen what it expected. A failed cas(a, b) saw
// anything but a: that is no restriction if a is never written, and otherwise an obstacle, since then also
// writes that no operation saw matter.
#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "check/monitors/dense_ranks.hpp"
#include "check/monitors/value_lives.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

enum class RegisterMethod : std::uint8_t { read, write, cas, swap };

std::vector<RegisterMethod> register_methods(const Spec& spec) {
  return method_kinds<RegisterMethod>(spec, {"read", "write", "cas", "swap"});
}

// What an operation did to the register, if it happened.
struct Access {
  bool reads = false, writes = false;
  Value read, written;
};

Access access_of(const Operation& op, RegisterMethod method) {
  switch (method) {
    case RegisterMethod::read: return {op.completed(), false, op.result, {}};
    case RegisterMethod::write: return {false, true, {}, op.argument};
    case RegisterMethod::cas: {
      if (op.completed() && op.result != Value(true)) return {};
      const Value expected = op.args()[0], desired = op.args()[1];
      if (expected != desired) return {true, true, expected, desired};
      return {op.completed(), false, expected, {}};
    }
    case RegisterMethod::swap: return {op.completed(), true, op.result, op.argument};
  }
  return {};
}

bool possible_result(const Operation& op, RegisterMethod method) {
  if (!op.completed()) return true;
  if (method == RegisterMethod::write) return op.result.is_null();
  return method != RegisterMethod::cas || op.result.is_boolean();
}

class RegisterMonitor {
 public:
  RegisterMonitor(const Question& question, Rank ranks)
      : question_(question),
        history_(question.history),
        methods_(register_methods(question.spec)),
        ranks_(ranks) {}

  Verdict run() {
    if (!find_clusters() || !link_chains()) return std::move(violation_);
    if (question_.budget.measure()) return Unknown{question_.budget.reason()};
    if (!order_chains()) return std::move(violation_);
    return question_.want_witness ? Pass{make_witness()} : Pass{};
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr ValueId kInitial = 0;

  struct Cluster {
    Rank first_ret = kNever;  // of the whole chain, once link_chains has run, in the cluster that starts it
    Rank last_call = 0;       // likewise
    OperationIndex writer = kNone;
    ValueId next = kNoValue;  // the value that replaced this one in a swap or cas

    // By an operation that happened.
    bool used() const { return first_ret != kNever || writer != kNone || next != kNoValue || last_call != 0; }
  };

  bool find_clusters() {
    ValueIds::Bounds bounds;
    for (const Operation& op : history_.operations) bounds.include(op.completed() ? op.result : Value());
    for (const Operation& op : history_.operations) bounds.include(op.argument);
    ValueIds& ids = ids_.emplace(bounds);
    ids.insert(initial_read(question_.spec));
    clusters_.reserve(history_.size() / 2);
    clusters_.emplace_back();
    std::vector<OperationIndex> pending;
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      const Operation& op = history_.operations[i];
      if (!possible_result(op, methods_[op.method])) {
        return fail({i}, [&] {
          return fmt::format("{} can never return {}", history_.describe_call(op), op.result.to_json());
        });
      }
      if (op.completed()) {
        if (!enter(i)) return false;
      } else if (access_of(op, methods_[op.method]).writes) {
        pending.push_back(i);
      }
    }
    return enter_pending(std::move(pending));
  }

  // Enters the pending writes whose values were seen, and those they have seen, and so on.
  bool enter_pending(std::vector<OperationIndex> pending) {
    for (bool again = true; again;) {
      again = false;
      for (OperationIndex& i : pending) {
        if (i == kNone) continue;
        const Operation& op = history_.operations[i];
        const ValueId v = ids_->find(access_of(op, methods_[op.method]).written);
        if (v == kNoValue || !clusters_[v].used()) continue;
        if (!enter(i)) return false;
        i = kNone;
        again = true;
      }
    }
    return true;
  }

  bool enter(OperationIndex i) {
    const Operation& op = history_.operations[i];
    const Access access = access_of(op, methods_[op.method]);
    const ValueId read = access.reads ? touch(ids_->insert(access.read), op) : kNoValue;
    if (!access.writes) return true;
    const ValueId written = touch(ids_->insert(access.written), op);
    clusters_[written].writer = i;
    if (!access.reads) return true;
    if (clusters_[read].next != kNoValue) {
      const OperationIndex other = clusters_[clusters_[read].next].writer;
      return fail({other, i}, [&] {
        return fmt::format("{} and {} both replaced a value written once", text(other), text(i));
      });
    }
    clusters_[read].next = written;
    return true;
  }

  ValueId touch(ValueId v, const Operation& op) {
    if (v == clusters_.size()) clusters_.emplace_back();
    clusters_[v].first_ret = std::min(clusters_[v].first_ret, op.ret);
    clusters_[v].last_call = std::max(clusters_[v].last_call, op.call);
    return v;
  }

  bool starts_chain(ValueId v) const {
    if (v == kInitial) return true;
    const OperationIndex writer = clusters_[v].writer;
    const Operation& op = history_.operations[writer];
    return !access_of(op, methods_[op.method]).reads;
  }

  bool link_chains() {
    std::size_t linked = 0;
    for (ValueId v = 0; v < clusters_.size(); ++v) {
      if (v != kInitial && clusters_[v].writer == kNone) {
        const OperationIndex i = returned_at(clusters_[v].first_ret);
        return fail({i}, [&] { return fmt::format("{} saw a value that was never written", text(i)); });
      }
      if (!starts_chain(v)) continue;
      if (v != kInitial) {
        const OperationIndex writer = clusters_[v].writer;
        if (!in_order(history_.operations[writer].call, clusters_[v].first_ret)) return false;
      }
      linked += link_chain(v);
      if (!in_order_) return false;
    }
    if (linked == clusters_.size()) return true;
    return fail({}, [] { return std::string("values replaced one another in a circle"); });
  }

  // Sums a chain up in its first cluster; how many clusters it has.
  std::size_t link_chain(ValueId start) {
    Cluster& chain = clusters_[start];
    std::size_t length = 1;
    for (ValueId v = chain.next; v != kNoValue; v = clusters_[v].next, ++length) {
      const Cluster& cluster = clusters_[v];
      if (!in_order(chain.last_call, cluster.first_ret)) return length;
      chain.first_ret = std::min(chain.first_ret, cluster.first_ret);
      chain.last_call = std::max(chain.last_call, cluster.last_call);
    }
    return length;
  }

  // The chain has an operation called at `call` before one that returned at `ret`.
  bool in_order(Rank call, Rank ret) {
    if (call < ret) return true;
    in_order_ = false;
    const OperationIndex early = returned_at(ret), late = called_at(call);
    return fail({early, late}, [&] {
      return fmt::format("{} returned before {} was called, and must come after it", text(early), text(late));
    });
  }

  bool order_chains() {
    chain_at_.assign(ranks_, kNoValue);
    for (ValueId v = 1; v < clusters_.size(); ++v) {
      if (!starts_chain(v)) continue;
      chain_at_[clusters_[v].first_ret] = v;
      chain_at_[clusters_[v].last_call] = v;
    }
    // The forward zone that the sweep is in, and where it ends.
    ValueId open = kInitial;
    Rank end = clusters_[kInitial].last_call;
    for (Rank r = 0; r < chain_at_.size(); ++r) {
      const ValueId v = chain_at_[r];
      if (v == kNoValue || clusters_[v].first_ret != r) continue;
      const bool forward = r < clusters_[v].last_call;
      const bool inside = r < end && (open == kInitial || clusters_[open].first_ret < clusters_[v].last_call);
      if (inside) return fail_on_pair(open, v);
      if (forward) open = v, end = clusters_[v].last_call;
    }
    return true;
  }

  bool fail_on_pair(ValueId a, ValueId b) {
    if (!question_.want_evidence) return false;
    const OperationIndex b_first = returned_at(clusters_[b].first_ret),
                         a_last = called_at(clusters_[a].last_call);
    if (a == kInitial) {
      return fail({b_first, a_last}, [&] {
        return fmt::format(
            "{} returned before {} was called, which saw the initial value or what replaced it",
            text(b_first), text(a_last));
      });
    }
    const OperationIndex a_first = returned_at(clusters_[a].first_ret),
                         b_last = called_at(clusters_[b].last_call);
    return fail({clusters_[a].writer, clusters_[b].writer, a_first, b_last, b_first, a_last}, [&] {
      return fmt::format("{} returned before {} was called, yet {} returned before {} was called",
                         text(a_first), text(b_last), text(b_first), text(a_last));
    });
  }

  // Chain after chain, each operation in the earliest gap that those before it allow.
  Witness make_witness() const {
    std::vector<Placed> placed;
    placed.reserve(history_.size());
    // The reads of each value, as lists through `later`, in the order of calls.
    std::vector<OperationIndex> first(clusters_.size(), kNone), later(history_.size(), kNone);
    for (auto i = static_cast<OperationIndex>(history_.size()); i-- > 0;) {
      const Operation& op = history_.operations[i];
      const Access access = access_of(op, methods_[op.method]);
      if (access.writes || !op.completed()) continue;
      if (access.reads) {
        OperationIndex& head = first[ids_->find(access.read)];
        later[i] = head;
        head = i;
      } else {
        placed.push_back({i, op.call});  // a failed cas that any value explains
      }
    }
    Rank gap = 0;
    const auto place = [&](OperationIndex i) {
      gap = std::max(gap, history_.operations[i].call);
      placed.push_back({i, gap});
    };
    const auto place_chain = [&](ValueId v) {
      for (; v != kNoValue; v = clusters_[v].next) {
        if (clusters_[v].writer != kNone) place(clusters_[v].writer);
        for (OperationIndex i = first[v]; i != kNone; i = later[i]) place(i);
      }
    };
    place_chain(kInitial);
    for (Rank r = 0; r < chain_at_.size(); ++r) {
      const ValueId v = chain_at_[r];
      if (v != kNoValue && std::min(clusters_[v].first_ret, clusters_[v].last_call) == r) place_chain(v);
    }
    return by_gap(placed, static_cast<Rank>(chain_at_.size()));
  }

  template <class Sentence>
  bool fail(std::vector<OperationIndex> suspects, const Sentence& sentence) {
    if (question_.want_evidence) {
      std::ranges::sort(suspects);
      suspects.erase(std::unique(suspects.begin(), suspects.end()), suspects.end());
      violation_ = {.longest = {}, .suspects = std::move(suspects), .sentence = sentence()};
    }
    return false;
  }

  std::string text(OperationIndex i) const { return history_.describe(history_.operations[i]); }
  OperationIndex returned_at(Rank ret) const { return operation_returned_at(history_, ret); }
  OperationIndex called_at(Rank call) const { return operation_called_at(history_, call); }

  const Question& question_;
  const History& history_;
  std::vector<RegisterMethod> methods_;
  Rank ranks_;
  std::optional<ValueIds> ids_;
  std::vector<Cluster> clusters_;  // by value
  std::vector<ValueId> chain_at_;  // by rank: the chain whose first_ret or last_call it is
  bool in_order_ = true;
  Violation violation_;
};

std::optional<std::string> obstacle(const Question& question) {
  if (builtin_object(question.spec) != BuiltinObject::register_) return "the specification is not register";
  const History& history = question.history;
  if (history.order) return "precedence is a partial order that is not one of intervals";
  const std::vector<RegisterMethod> methods = register_methods(question.spec);
  ValueIds::Bounds bounds;
  for (const Operation& op : history.operations) bounds.include(op.argument);
  ValueIds ids(bounds);
  ids.insert(initial_read(question.spec));
  std::uint32_t writes = 1;
  for (const Operation& op : history.operations) {
    const Access access = access_of(op, methods[op.method]);
    if (!access.writes) continue;
    ids.insert(access.written);
    if (ids.size() != ++writes) return fmt::format("{} is written more than once", access.written.to_json());
  }
  for (const Operation& op : history.operations) {
    if (methods[op.method] != RegisterMethod::cas || op.result != Value(false)) continue;
    const Value expected = op.args()[0];
    if (ids.find(expected) != kNoValue)
      return fmt::format("{} failed though {} is written", history.describe_call(op), expected.to_json());
  }
  return std::nullopt;
}

Verdict decide(const Question& question) {
  return decide_densely(
      question, [](const Question& dense, Rank ranks) { return RegisterMonitor(dense, ranks).run(); });
}

}  // namespace

const Algorithm kRegisterMonitor = {"register-monitor", "registers with unique writes, in linear time",
                                    obstacle, decide};

}  // namespace linnet
