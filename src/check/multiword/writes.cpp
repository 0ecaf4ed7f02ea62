// Decides mwcas histories in which words are also written without being read.
//
// A write does not say which version it replaces, so the order of a location's versions is not known, as it
// is for the graph of graph.cpp. Then deciding is NP-complete: operations on several words are transactions,
// and with blind writes view serializability is hard (Papadimitriou 1979). But most of the order follows. Let
// "before" mean a path of edges, w the operation that wrote a version, r one that found it, and w' another
// one that changes the same location:
//
//   if w' is before r, it is before w       it would have hidden what r found
//   if w is before w', so is r              likewise
//
//   write([x],[1])   |-------|
//   write([x],[2])       |-------|          read → [1] came after the write of 2, so that one is before the
//   read([x]) → [1]                |--|     write of 1
//
// Everything that follows is added at once, and a contradiction is a violation. Then each failure gets an
// operation that replaced a value it expected, and all operations that change one location are ordered pair
// by pair, each time with everything that follows. If one order is a contradiction, the other is necessary;
// if neither is, the choice is a guess. If there is no contradiction, the graph has an order, which is a
// linearization. A contradiction after a guess proves nothing: then, and only then, the history is searched.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "check/multiword/mwcas_versions.hpp"
#include "check/multiword/paths.hpp"
#include "check/multiword/word_uses.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

std::vector<bool> those_present(const History& history, const MwcasVersions& versions) {
  std::vector<bool> present(history.size());
  for (OperationIndex i = 0; i < history.size(); ++i)
    present[i] = versions.role(i) != MwcasVersions::Role::absent;
  return present;
}

class WriteOrders {
 public:
  WriteOrders(const Question& question, const MwcasVersions& versions)
      : question_(question),
        history_(question.history),
        present_(those_present(history_, versions)),
        uses_(history_, versions),
        paths_(history_, present_),
        writers_(uses_.locations()) {
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      for (const std::uint32_t v : uses_.of(i).written) writers_[location(v)].push_back(i);
    }
    for (auto& writers : writers_) std::ranges::sort(writers, {}, [this](OperationIndex i) { return at(i); });
  }

  Verdict decide() {
    if (!settle()) {
      if (question_.budget.measure())
        return Unknown{question_.budget.reason() + " while writes were being ordered"};
      if (guessed_) return kSearch.decide(question_);
      return Violation{};
    }
    Pass pass;
    if (question_.want_witness) pass.witness.order = topological_order();
    return pass;
  }

 private:
  using Edge = Paths::Edge;
  using Place = std::pair<std::uint32_t, std::uint32_t>;

  Place at(OperationIndex i) const { return {paths_.lane(i), paths_.place(i)}; }
  std::uint32_t location(std::uint32_t version) const { return uses_.versions()[version].location; }

  // Returns false on a contradiction, or if the budget is spent.
  bool settle() {
    std::vector<Edge> edges;
    for (const KnownVersion& version : uses_.versions()) {
      for (const OperationIndex reader : version.readers) {
        if (version.writer != MwcasVersions::kNobody) edges.push_back({version.writer, reader});
        if (!order_others(version, reader, edges)) return false;
      }
    }
    if (!add(std::move(edges))) return false;
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (!uses_.of(i).missed.empty() && !explain_failure(i)) return false;
    }
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      for (const std::uint32_t v : uses_.of(i).written) {
        if (!order_against_others(i, v)) return false;
      }
    }
    return true;
  }

  // Adds these edges and everything that follows. Returns false if that is a contradiction.
  bool add(std::vector<Edge> edges) {
    const bool possible = extend(std::move(edges));
    paths_.keep();
    return possible;
  }
  bool can_add(std::vector<Edge> edges) {
    const std::size_t then = paths_.now();
    const bool possible = extend(std::move(edges));
    paths_.go_back(then);
    return possible;
  }
  bool extend(std::vector<Edge> edges) {
    std::vector<OperationIndex> changed;
    while (!edges.empty() || !changed.empty()) {
      if (question_.budget.spent(steps_)) return false;
      if (edges.empty()) {
        const OperationIndex i = changed.back();
        changed.pop_back();
        if (!follow(i, edges)) return false;
        continue;
      }
      const Edge edge = edges.back();
      edges.pop_back();
      if (!paths_.add(edge, [&](OperationIndex i) { changed.push_back(i); })) return false;
    }
    return true;
  }

  // Adds what follows when the operations known to be before or after this one have changed.
  bool follow(OperationIndex i, std::vector<Edge>& edges) const {
    for (const std::uint32_t v : uses_.of(i).found) {
      if (!order_others(uses_.versions()[v], i, edges)) return false;
    }
    for (const std::uint32_t v : uses_.of(i).written) {
      for (const OperationIndex reader : uses_.versions()[v].readers) {
        if (!order_others(uses_.versions()[v], reader, edges)) return false;
      }
    }
    return true;
  }

  // The two rules: in each lane, for the last one before the reader, and for the first one after the writer.
  bool order_others(const KnownVersion& version, OperationIndex reader, std::vector<Edge>& edges) const {
    const bool initial = version.writer == MwcasVersions::kNobody;
    for (std::uint32_t lane = 0; lane < paths_.lanes(); ++lane) {
      const auto earlier = last_in(version.location, lane, paths_.count_before(reader, lane));
      if (earlier && *earlier != version.writer) {
        if (initial) return false;  // it would have been hidden
        if (!paths_.before(*earlier, version.writer)) edges.push_back({*earlier, version.writer});
      }
      const auto later =
          first_in(version.location, lane, initial ? 0 : paths_.first_after(version.writer, lane));
      if (later && *later != reader && !paths_.before(reader, *later)) edges.push_back({reader, *later});
    }
    return true;
  }

  // Among the operations of that lane that change the location: the last before that place, and the first
  // from there on.
  std::optional<OperationIndex> last_in(std::uint32_t location, std::uint32_t lane, std::uint32_t end) const {
    const auto found = from(location, {lane, end});
    if (found == writers_[location].begin() || paths_.lane(*std::prev(found)) != lane) return std::nullopt;
    return *std::prev(found);
  }
  std::optional<OperationIndex> first_in(std::uint32_t location, std::uint32_t lane,
                                         std::uint32_t place) const {
    const auto found = from(location, {lane, place});
    if (found == writers_[location].end() || paths_.lane(*found) != lane) return std::nullopt;
    return *found;
  }
  std::vector<OperationIndex>::const_iterator from(std::uint32_t location, Place place) const {
    return std::ranges::lower_bound(writers_[location], place, {},
                                    [this](OperationIndex i) { return at(i); });
  }

  // Finds an operation that replaced a value this one expected.
  bool explain_failure(OperationIndex failure) {
    std::vector<std::vector<Edge>> ways;
    for (const std::uint32_t v : uses_.of(failure).missed) {
      for (std::uint32_t lane = 0; lane < paths_.lanes(); ++lane) {
        if (std::optional<std::vector<Edge>> way = explanation(failure, v, lane))
          ways.push_back(*std::move(way));
      }
    }
    if (ways.empty()) return false;
    guessed_ = guessed_ || ways.size() > 1;
    return add(*std::ranges::min_element(
        ways, {}, [this](const auto& way) { return history_.operations[way.front().from].ret; }));
  }
  // Uses the first operation of the lane that can have replaced it.
  std::optional<std::vector<Edge>> explanation(OperationIndex failure, std::uint32_t v, std::uint32_t lane) {
    const OperationIndex writer = uses_.versions()[v].writer;
    const bool initial = writer == MwcasVersions::kNobody;
    auto replacer = first_in(location(v), lane, initial ? 0 : paths_.count_before(writer, lane));
    while (replacer && !paths_.before(failure, *replacer)) {
      std::vector<Edge> way = {{*replacer, failure}};
      if (!initial) way.push_back({writer, *replacer});
      if (can_add(way)) return way;
      replacer = first_in(location(v), lane, paths_.place(*replacer) + 1);
    }
    return std::nullopt;
  }

  // Orders an operation that writes this version against all others that change the location.
  bool order_against_others(OperationIndex i, std::uint32_t version) {
    for (std::uint32_t lane = 0; lane < paths_.lanes(); ++lane) {
      for (;;) {
        auto other = first_in(location(version), lane, paths_.count_before(i, lane));
        if (other == i) other = first_in(location(version), lane, paths_.place(i) + 1);
        if (!other || paths_.before(i, *other)) break;
        if (!order(i, *other, location(version))) return false;
      }
    }
    return true;
  }
  bool order(OperationIndex a, OperationIndex b, std::uint32_t location) {
    if (urgency(b, location) < urgency(a, location)) std::swap(a, b);
    if (!can_add({{a, b}})) return add({{b, a}});
    guessed_ = guessed_ || can_add({{b, a}});
    return add({{a, b}});
  }

  // The smaller one should be first: an operation that is not read, then the one that is read first.
  std::pair<bool, Rank> urgency(OperationIndex i, std::uint32_t where) const {
    Rank first = history_.operations[i].ret;
    bool read = false;
    for (const std::uint32_t v : uses_.of(i).written) {
      if (location(v) != where) continue;
      for (const OperationIndex reader : uses_.versions()[v].readers) {
        read = true;
        first = std::min(first, history_.operations[reader].ret);
      }
    }
    return {read, first};
  }

  std::vector<OperationIndex> topological_order() const {
    std::vector<std::uint32_t> missing(history_.size());
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      for (const OperationIndex b : paths_.next(i)) ++missing[b];
    }
    std::vector<OperationIndex> order;
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (present_[i] && missing[i] == 0) order.push_back(i);
    }
    for (std::size_t done = 0; done < order.size(); ++done) {
      for (const OperationIndex b : paths_.next(order[done])) {
        if (--missing[b] == 0) order.push_back(b);
      }
    }
    return order;
  }

  const Question& question_;
  const History& history_;
  const std::vector<bool> present_;
  const WordUses uses_;
  Paths paths_;
  std::vector<std::vector<OperationIndex>> writers_;  // by location: all that change it, by lane and place
  bool guessed_ = false;
  std::uint32_t steps_ = 0;
};

constexpr std::size_t kMostPlaces = std::size_t{1} << 28;  // operations times lanes: two gigabytes of paths

std::size_t most_at_once(const History& history) {
  Lanes lanes;
  for (const Operation& op : history.operations) lanes.take(op);
  return lanes.used();
}

MwcasVersions versions_of(const Question& question) {
  return {question.history, question.spec, MwcasVersions::BlindWrites::are_allowed};
}

std::optional<std::string> obstacle_to_writes(const Question& question) {
  const std::optional<std::string> usual = kMwcasGraph.obstacle(question);
  if (!usual) return "the graph decides it: nothing writes without looking";
  if (builtin_object(question.spec) != BuiltinObject::mwcas || question.history.order) return usual;
  if (most_at_once(question.history) * question.history.size() > kMostPlaces)
    return "too many operations run at once";
  return versions_of(question).obstacle();
}

Verdict decide_writes(const Question& question) {
  const MwcasVersions versions = versions_of(question);
  if (versions.violation()) return *versions.violation();
  return WriteOrders(question, versions).decide();
}

}  // namespace

const Algorithm kMwcasWrites{
    "mwcas-writes", "the same with writes, whose order is derived as far as it follows and then searched",
    obstacle_to_writes, decide_writes};

}  // namespace linnet
