// The table of the methods of the built-in objects.
#include "spec/builtin.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace linnet {

namespace {

struct Alike {
  MethodTraits traits;
  std::string_view methods;  // the methods with these traits, with the names of their objects
};

bool has_word(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != words.npos; at = words.find(word, at + 1)) {
    const std::string_view rest = words.substr(at + word.size());
    if ((at == 0 || words[at - 1] == ' ') && (rest.empty() || rest.front() == ' ')) return true;
  }
  return false;
}

}  // namespace

bool MethodTraits::says_idle(Value result, bool null_is_value) const {
  switch (idle) {
    case Idle::never: return false;
    case Idle::on_null: return result.is_null() && !null_is_value;
    case Idle::on_false: return result == Value(false);
    case Idle::unless_true: return result != Value(true);
  }
  return false;
}

std::vector<MethodTraits> traits_of(const Spec& spec) {
  using enum MethodTraits::About;
  using enum MethodTraits::Idle;
  constexpr bool kBlind = true;
  static constexpr Alike kTraits[] = {
      {{argument, never, kBlind},
       "queue.enq stack.push deque.pushFront deque.pushBack pqueue.insert bag.add register.write kv.put "
       "kv.append"},
      {{argument, never}, "set.contains map.put map.get map.containsKey kv.get"},
      {{argument, on_null}, "map.remove"},
      {{argument, on_false}, "set.add set.remove"},
      {{result, never}, "queue.peek queue.take stack.peek pqueue.peekMin pqueue.peekMax register.read"},
      {{result, on_null},
       "queue.deq stack.pop deque.popFront deque.popBack pqueue.deqMin pqueue.deqMax bag.take"},
      {{arguments, on_false}, "register.cas"},
      {{both, never}, "register.swap"},
      {{locations, never, kBlind}, "mwcas.write"},
      {{locations, never}, "mwcas.read mwcas.swap"},
      {{locations, unless_true}, "mwcas.mwcas"},
      {{everything, never, kBlind}, "counter.inc counter.dec counter.set semaphore.inc"},
      {{everything, on_false}, "semaphore.try_dec mutex.try_lock"},
  };
  std::vector<MethodTraits> traits;
  for (const Method& method : spec.methods()) {
    const std::string name = spec.monitored_as() + "." + method.name;
    const auto row = std::ranges::find_if(kTraits, [&](const Alike& a) { return has_word(a.methods, name); });
    traits.push_back(row != std::end(kTraits) ? row->traits : MethodTraits{});
  }
  return traits;
}

}  // namespace linnet
