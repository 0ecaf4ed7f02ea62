// Edges for each word: which operation wrote the value that was read, and what came after it.
#include "report/page/word_edges.hpp"

#include <algorithm>
#include <span>

namespace linnet {

namespace {

struct Word {
  Value location, value;
  friend bool operator==(const Word&, const Word&) = default;
};

// The values that one operation is known to have found, to have written, and not to have found.
struct Seen {
  OperationIndex operation;
  std::vector<Word> found, written, missed;

  bool replaced(const Word& word) const {
    const auto same_place = [&](const Word& w) { return w.location == word.location; };
    return std::ranges::find(found, word) != found.end() && std::ranges::any_of(written, same_place);
  }
};

std::vector<Word> words_at(std::span<const Value> locations, Value values) {
  std::vector<Word> words;
  if (!values.is_array()) return words;
  for (std::size_t i = 0; i < std::min(locations.size(), values.as_array().size()); ++i) {
    words.push_back({locations[i], values.as_array()[i]});
  }
  return words;
}

Seen seen_by(const History& history, OperationIndex index) {
  const Operation& op = history.operations[index];
  const std::string& method = history.method_name(op);
  const std::span<const Value> locations = op.args()[0].as_array();
  Seen seen{index, {}, {}, {}};
  if (method == "mwcas") {
    const std::vector<Word> expected = words_at(locations, op.args()[1]);
    if (op.result == Value(true) || !op.completed()) {
      seen.found = expected;
      seen.written = words_at(locations, op.args()[2]);
    } else if (op.result.is_array()) {
      seen.found = words_at(locations, op.result);
    } else {
      std::ranges::copy_if(expected, std::back_inserter(seen.missed), [&](const Word& word) {
        return op.result == Value(false) || op.result == word.location;
      });
    }
    return seen;
  }
  if (method == "write" || method == "swap") seen.written = words_at(locations, op.args()[1]);
  if (method != "write" && op.completed()) seen.found = words_at(locations, op.result);
  return seen;
}

// Whether no operation can have written the value before this operation was over.
bool was_never_there(const History& history, const Word& word, OperationIndex at, std::span<const Seen> all) {
  if (word.value == history.header.initial.value_or(Value(0))) return false;
  return std::ranges::none_of(all, [&](const Seen& s) {
    return std::ranges::find(s.written, word) != s.written.end() && !history.precedes(at, s.operation);
  });
}

}  // namespace

bool precedes_directly(const History& history, OperationIndex a, OperationIndex b,
                       const std::vector<OperationIndex>& shown) {
  return history.precedes(a, b) && std::ranges::none_of(shown, [&](OperationIndex c) {
           return history.precedes(a, c) && history.precedes(c, b);
         });
}

std::vector<WordEdge> word_edges(const History& history, const std::vector<OperationIndex>& shown) {
  std::vector<Seen> all;
  for (const OperationIndex index : shown) all.push_back(seen_by(history, index));
  std::vector<WordEdge> edges;
  for (const Seen& to : all) {
    for (const Word& word : to.found) {
      const auto writer = std::ranges::find_if(
          all, [&](const Seen& s) { return std::ranges::find(s.written, word) != s.written.end(); });
      const auto from = writer == all.end() ? std::nullopt : std::optional(writer->operation);
      edges.push_back(
          {WordEdge::Kind::reads_from, from, to.operation, word.location, word.value, to.replaced(word)});
    }
    for (const Word& word : to.missed) {
      if (was_never_there(history, word, to.operation, all))
        edges.push_back({WordEdge::Kind::fails, std::nullopt, to.operation, word.location, word.value});
    }
    for (const Seen& from : all) {
      if (from.operation == to.operation) continue;
      for (const Word& word : from.found) {
        if (from.written.empty() && to.replaced(word))
          edges.push_back(
              {WordEdge::Kind::overwrites, from.operation, to.operation, word.location, word.value});
      }
      for (const Word& word : to.missed) {
        if (from.replaced(word))
          edges.push_back({WordEdge::Kind::fails, from.operation, to.operation, word.location, word.value});
      }
    }
  }
  return edges;
}

}  // namespace linnet
