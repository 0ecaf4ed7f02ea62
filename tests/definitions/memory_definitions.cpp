// The axioms of sc, tso and c11 (RC11), written as they are read.
#include "memory_definitions.hpp"

#include <algorithm>
#include <bitset>
#include <functional>
#include <stdexcept>

namespace linnet::testing {

namespace {

constexpr std::size_t kMostEvents = 64;
using Matrix = std::vector<std::bitset<kMostEvents>>;

// Bit b of entry a: operation a returns before operation b is called, because of the client.
using ClientOrder = std::vector<std::uint64_t>;
bool has(const ClientOrder& client, std::size_t a, std::size_t b) {
  return (client[a] >> b & 1) != 0;
}

// If a returns before b is called, and c, which is b or comes after it in its thread, returns before d is called, then a returns
// before d is called.
ClientOrder all_that_follows(const AxiomGraph& graph) {
  const std::size_t count = graph.operations.size();
  ClientOrder client(count), before;
  for (const auto& [a, b] : graph.client) client[static_cast<std::size_t>(a)] |= std::uint64_t{1} << b;
  do {
    before = client;
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = 0; b < count; ++b) {
        for (std::size_t c = b; has(client, a, b) && c < count; ++c) {
          if (graph.operations[b].thread == graph.operations[c].thread) client[a] |= client[c];
        }
      }
    }
  } while (client != before);
  return client;
}

// By itself: no call comes before itself.
bool client_is_possible(const AxiomGraph& graph) {
  const ClientOrder client = all_that_follows(graph);
  for (std::size_t a = 0; a < client.size(); ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      if (has(client, a, b) && graph.operations[a].thread == graph.operations[b].thread) return false;
    }
  }
  return true;
}

class Axioms {
 public:
  explicit Axioms(const AxiomGraph& graph)
      : graph_(graph), events_(graph.events), n_(events_.size()), client_(all_that_follows(graph)) {
    if (n_ > kMostEvents) throw std::runtime_error("too many events for the axioms");
    sb = pairs([&](int a, int b) { return before(a, b); });
    rf = pairs([&](int a, int b) { return events_[at(b)].reads_from == a; });
    mo = none();
    for (const std::vector<int>& order : graph_.modification) {
      for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t j = i + 1; j < order.size(); ++j) mo[at(order[i])][at(order[j])] = true;
      }
    }
    rmw = pairs([&](int a, int b) { return events_[at(b)].read_of_update == a; });
    rb = minus_identity(compose(inverse(rf), mo));
    forks = pairs([&](int a, int b) { return event(b).after == a && event(b).kind != EventKind::woken; });
    wakes = pairs([&](int a, int b) { return event(b).after == a && event(b).kind == EventKind::woken; });
    // Who looks and falls asleep does so at once: what it has not seen comes after its place in the queue.
    asleep = pairs([&](int a, int b) { return event(a).looked != -1 && rb[at(event(a).looked)][at(b)]; });
    objects = pairs([&](int a, int b) { return orders_by_object(a, b); });
    order_by_client();
  }

  bool atomic() const {  // no write between the two sides of an update
    return is_empty(both(rmw, compose(rb, mo)));
  }
  bool sc() const { return acyclic(all({sb, forks, wakes, asleep, client, rf, mo, rb})); }
  bool tso() const {
    const Matrix same_location = pairs([&](int a, int b) { return sb[at(a)][at(b)] && same_place(a, b); });
    const Matrix outside = pairs(
        [&](int a, int b) { return rf[at(a)][at(b)] && events_[at(a)].thread != events_[at(b)].thread; });
    return acyclic(all({same_location, rf, mo, rb})) &&
           acyclic(all({preserved(), forks, wakes, asleep, client, outside, mo, rb}));
  }
  bool c11() const {
    const Matrix hb = happens_before();
    const Matrix eco = closure(all({rf, mo, rb}));
    // A wake-up that knows of a write that a thread had not seen when it fell asleep does not come too early for it.
    const Matrix wake_ups = identity([&](int a) { return event(a).wakes; });
    return irreflexive(hb) && irreflexive(compose(hb, eco)) && acyclic(all({sb, forks, wakes, client, rf})) &&
           acyclic(psc(hb, eco)) && irreflexive(compose(compose(compose(asleep, hb), wake_ups), rb));
  }

  // The return of a comes before the call of b: in one thread, by the client, or since something after the return of a happens before
  // something before the call of b.
  bool returns_before(const Matrix& hb, int a, int b) const {
    if (operation(a).thread == operation(b).thread) return a < b;
    if (has(client_, at(a), at(b))) return true;
    for (int x = 0; x < count(); ++x) {
      if (event(x).thread != operation(a).thread || index(x) < operation(a).end) continue;
      for (int y = 0; y < count(); ++y) {
        if (event(y).thread == operation(b).thread && index(y) < operation(b).first && hb[at(x)][at(y)])
          return true;
      }
    }
    return false;
  }
  std::vector<std::uint64_t> order_of_operations() const {
    const Matrix hb = happens_before();
    std::vector<std::uint64_t> before(graph_.operations.size());
    for (std::size_t b = 0; b < before.size(); ++b) {
      for (std::size_t a = 0; a < before.size(); ++a) {
        if (returns_before(hb, static_cast<int>(a), static_cast<int>(b))) before[b] |= std::uint64_t{1} << a;
      }
    }
    return before;
  }

  // Some event of its thread from the call of a on is, or happens before, one up to the return of b.
  bool is_visible_after(int a, int b) const {
    if (operation(a).thread == operation(b).thread) return a <= b;
    const Matrix hb = happens_before();
    for (int x = 0; x < count(); ++x) {
      if (event(x).thread != operation(a).thread || index(x) < operation(a).first) continue;
      for (int y = 0; y < count(); ++y) {
        if (event(y).thread == operation(b).thread && index(y) < operation(b).end && hb[at(x)][at(y)])
          return true;
      }
    }
    return false;
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int count() const { return static_cast<int>(n_); }
  const AxiomEvent& event(int i) const { return events_[at(i)]; }
  bool before(int a, int b) const {
    if (event(a).thread == -1) return event(b).thread != -1;
    return event(a).thread == event(b).thread && a < b;
  }
  bool same_place(int a, int b) const {
    return event(a).location != kNowhere && event(a).location == event(b).location;
  }

  // A writer happens after all that had a read-write lock before, a reader after all writers; who leaves a barrier, after all who
  // arrived in the same phase. b is the read of the lock, or of the last arrival, or goes on after a barrier.
  bool orders_by_object(int a, int b) const {
    using Role = AxiomEvent::Role;
    const auto phase = [&](int i) { return (event(i).value - 1) / event(i).arrivals; };
    if (event(b).kind == EventKind::woken) {
      const int last = event(b).after;
      return event(a).role == Role::arrival && event(last).role == Role::arrival &&
             (a == last || mo[at(a)][at(last)]) && phase(a) == phase(last);
    }
    for (int write = 0; write < count(); ++write) {
      if (event(write).read_of_update != b || !mo[at(a)][at(write)]) continue;
      const Role first = event(a).role, second = event(write).role;
      if (first == Role::write_unlock && (second == Role::write_lock || second == Role::read_lock))
        return true;
      if (first == Role::read_unlock && second == Role::write_lock) return true;
      if (first == Role::arrival && second == Role::arrival && phase(a) == phase(write) &&
          event(write).value % event(write).arrivals == 0)
        return true;
    }
    return false;
  }

  const AxiomOperation& operation(int i) const { return graph_.operations[at(i)]; }
  // The place of an event in its thread.
  int index(int a) const {
    int earlier = 0;
    for (int b = 0; b < a; ++b) earlier += event(b).thread == event(a).thread ? 1 : 0;
    return earlier;
  }
  void order_by_client() {
    client = pairs([&](int x, int y) {
      for (int a = 0; a < static_cast<int>(client_.size()); ++a) {
        for (int b = 0; b < static_cast<int>(client_.size()); ++b) {
          if (has(client_, at(a), at(b)) && event(x).thread == operation(a).thread &&
              index(x) < operation(a).end && event(y).thread == operation(b).thread &&
              index(y) >= operation(b).first)
            return true;
        }
      }
      return false;
    });
  }

  Matrix none() const { return Matrix(n_); }
  Matrix pairs(const std::function<bool(int, int)>& holds) const {
    Matrix result = none();
    for (int a = 0; a < count(); ++a) {
      for (int b = 0; b < count(); ++b) result[at(a)][at(b)] = a != b && holds(a, b);
    }
    return result;
  }
  Matrix inverse(const Matrix& r) const {
    return pairs([&](int a, int b) { return r[at(b)][at(a)]; });
  }
  Matrix compose(const Matrix& r, const Matrix& s) const {
    Matrix result = none();
    for (std::size_t a = 0; a < n_; ++a) {
      for (std::size_t b = 0; b < n_; ++b) {
        if (r[a][b]) result[a] |= s[b];
      }
    }
    return result;
  }
  Matrix all(const std::vector<Matrix>& relations) const {
    Matrix result = none();
    for (const Matrix& r : relations) {
      for (std::size_t a = 0; a < n_; ++a) result[a] |= r[a];
    }
    return result;
  }
  Matrix both(const Matrix& r, const Matrix& s) const {
    Matrix result = none();
    for (std::size_t a = 0; a < n_; ++a) result[a] = r[a] & s[a];
    return result;
  }
  Matrix identity(const std::function<bool(int)>& holds) const {
    Matrix result = none();
    for (int a = 0; a < count(); ++a) result[at(a)][at(a)] = holds(a);
    return result;
  }
  Matrix reflexive(const Matrix& r) const {
    return all({r, identity([](int) { return true; })});
  }
  Matrix minus_identity(Matrix r) const {
    for (std::size_t a = 0; a < n_; ++a) r[a][a] = false;
    return r;
  }
  Matrix closure(Matrix r) const {
    for (std::size_t b = 0; b < n_; ++b) {
      for (std::size_t a = 0; a < n_; ++a) {
        if (r[a][b]) r[a] |= r[b];
      }
    }
    return r;
  }
  bool irreflexive(const Matrix& r) const {
    for (std::size_t a = 0; a < n_; ++a) {
      if (r[a][a]) return false;
    }
    return true;
  }
  bool acyclic(const Matrix& r) const { return irreflexive(closure(r)); }
  bool is_empty(const Matrix& r) const {
    return std::ranges::none_of(r, [](const auto& row) { return row.any(); });
  }

  bool is_fence(int a) const { return event(a).kind == EventKind::fence; }
  bool is_atomic(int a) const { return event(a).order != MemoryOrder::plain; }

  // sw = [>= rel];([F];sb)?;rs;rf;[R atomic];(sb;[F])?;[>= acq], with rs = [W atomic];(rf;rmw)*; hb = (sb + sw + forks)+
  Matrix happens_before() const {
    const Matrix writes = identity([&](int a) { return event(a).kind == EventKind::write && is_atomic(a); });
    const Matrix reads = identity([&](int a) { return event(a).kind == EventKind::read && is_atomic(a); });
    const Matrix fences = identity([&](int a) { return is_fence(a); });
    const Matrix sequence = compose(writes, reflexive(closure(compose(rf, rmw))));
    const Matrix released =
        compose(identity([&](int a) { return releases(event(a).order); }), reflexive(compose(fences, sb)));
    const Matrix acquired =
        compose(reflexive(compose(sb, fences)), identity([&](int a) { return acquires(event(a).order); }));
    const Matrix sw = compose(compose(compose(compose(released, sequence), rf), reads), acquired);
    return closure(all({sb, sw, forks, client, objects}));
  }

  Matrix psc(const Matrix& hb, const Matrix& eco) const {
    const Matrix sequential = identity([&](int a) { return event(a).order == MemoryOrder::seq_cst; });
    const Matrix fences =
        identity([&](int a) { return event(a).order == MemoryOrder::seq_cst && is_fence(a); });
    // What a client orders has the client's own accesses in between: it is like program order to another place.
    const Matrix elsewhere =
        all({pairs([&](int a, int b) { return sb[at(a)][at(b)] && !same_place(a, b); }), client});
    const Matrix local = pairs([&](int a, int b) { return hb[at(a)][at(b)] && same_place(a, b); });
    const Matrix scb = all({sb, client, compose(compose(elsewhere, hb), elsewhere), local, mo, rb});
    const Matrix from = all({sequential, compose(fences, reflexive(hb))});
    const Matrix to = all({sequential, compose(reflexive(hb), fences)});
    const Matrix base = compose(compose(from, scb), to);
    const Matrix of_fences = compose(compose(fences, all({hb, compose(compose(hb, eco), hb)})), fences);
    return all({base, of_fences});
  }

  bool is_locked(int a) const {
    const AxiomEvent& e = event(a);
    return e.locked || e.kind == EventKind::other ||
           (e.order == MemoryOrder::seq_cst && e.kind != EventKind::read);
  }
  // Program order without pairs of a store and a later load, unless a locked instruction is between them or is one of them.
  Matrix preserved() const {
    return pairs([&](int a, int b) {
      if (!sb[at(a)][at(b)]) return false;
      if ((is_fence(a) && !is_locked(a)) || (is_fence(b) && !is_locked(b))) return false;  // no instruction
      if (event(a).kind == EventKind::choice || event(b).kind == EventKind::choice)
        return false;  // nor these
      if (event(a).kind != EventKind::write || event(b).kind != EventKind::read) return true;
      if (event(a).thread == -1) return true;
      for (int c = a; c <= b; ++c) {
        if (event(c).thread == event(a).thread && is_locked(c)) return true;
      }
      return false;
    });
  }

  const AxiomGraph& graph_;
  const std::vector<AxiomEvent>& events_;
  std::size_t n_;
  ClientOrder client_;
  Matrix sb, rf, mo, rmw, rb, forks, wakes, asleep, objects, client;
};

}  // namespace

namespace {

bool holds(MemoryModel model, const Axioms& axioms) {
  switch (model) {
    case MemoryModel::sc: return axioms.atomic() && axioms.sc();
    case MemoryModel::tso: return axioms.atomic() && axioms.tso();
    case MemoryModel::c11: return axioms.atomic() && axioms.c11();
  }
  __builtin_unreachable();
}

}  // namespace

bool satisfies(MemoryModel model, const AxiomGraph& graph) {
  return client_is_possible(graph) && holds(model, Axioms(graph));
}

std::optional<std::vector<std::uint64_t>> order_of_operations(MemoryModel model, const AxiomGraph& graph) {
  if (!client_is_possible(graph)) return std::nullopt;
  const Axioms axioms(graph);
  if (!holds(model, axioms)) return std::nullopt;
  return axioms.order_of_operations();
}

bool is_visible_after(const AxiomGraph& graph, int a, int b) {
  return Axioms(graph).is_visible_after(a, b);
}

}  // namespace linnet::testing
