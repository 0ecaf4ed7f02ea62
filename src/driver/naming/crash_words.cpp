// Implements the words about crashes.
#include "driver/naming/crash_words.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace linnet {

namespace {

std::string stored_in_words(const runtime::StoreBeforeCrash& store, const Words& words) {
  return fmt::format("{}, stored by thread {}{}, {}", words.object(store.access), store.thread,
                     at(words.places(words.stack_of(store))),
                     store.flushed ? "flushed, and then no fence" : "not flushed");
}

PersistentStore in_words(const runtime::StoreBeforeCrash& store, const Words& words) {
  PersistentStore result;
  result.object = words.object(store.access);
  result.value = words.value(store.value, store.access.size);
  result.thread = store.thread;
  result.where = words.places(words.stack_of(store));
  return result;
}

LineState in_words(const runtime::LineAtCrash& line, const Words& words) {
  using Reached = PersistentStore::Reached;
  using Found = PersistentStore::Found;
  LineState state;
  for (std::size_t i = 0; i < line.stores.size(); ++i) {
    PersistentStore& store = state.stores.emplace_back(in_words(line.stores[i], words));
    const bool forced = i < line.forced;
    store.reached = forced ? Reached::memory : line.stores[i].flushed ? Reached::flushed : Reached::cache;
    if (forced || line.found) store.found = forced || i < *line.found ? Found::there : Found::lost;
  }
  return state;
}

}  // namespace

std::vector<std::string> losses_in_words(const runtime::PowerFailure& crash,
                                         const std::vector<runtime::PersistentLine>& to_blame,
                                         const Words& words) {
  std::vector<std::string> details;
  details.push_back(fmt::format("the machine crashes when thread {} would go on{}", crash.thread,
                                at(words.places(crash.where))));
  for (const runtime::LostLine& lost : crash.lost) {
    const bool blamed = std::ranges::find(to_blame, lost.line) != to_blame.end();
    for (const runtime::StoreBeforeCrash& store : lost.stores) {
      details.push_back("  lost: " + stored_in_words(store, words));
    }
    if (blamed)
      details.emplace_back("  with this line persistent, all would be well: that flush or fence is missing");
  }
  return details;
}

MachineCrash in_words(const runtime::PowerFailure& crash, std::uint32_t number,
                      const std::vector<runtime::PersistentLine>& to_blame, const Words& words) {
  MachineCrash result;
  result.thread = crash.thread;
  result.where = words.places(crash.where);
  for (const runtime::LineAtCrash& line : crash.lines) {
    result.lines.push_back(in_words(line, words));
    const runtime::PersistentLine blamed{number, line.address};
    result.lines.back().to_blame = std::ranges::find(to_blame, blamed) != to_blame.end();
  }
  return result;
}

}  // namespace linnet
