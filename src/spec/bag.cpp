// bag: add(v), take() → any element, or null if there is none.
#include <algorithm>

#include "spec/builtin.hpp"
#include "spec/sequence.hpp"

namespace linnet {

Spec make_bag(const SpecOptions&) {
  // The items are kept sorted: two bags with the same elements are the same state.
  return specify("bag", Sequence{})
      .method("add", [](Sequence& b, Value v) { b.items.insert(std::ranges::upper_bound(b.items, v), v); })
      .method("take",
              [](const Sequence& b) {
                Outcomes<Sequence> all;
                if (b.items.empty()) all.emplace_back(Value(), b);
                for (std::size_t i = 0; i < b.items.size(); ++i) {
                  if (i != 0 && b.items[i] == b.items[i - 1]) continue;
                  Sequence rest = b;
                  rest.items.erase(rest.items.begin() + static_cast<std::ptrdiff_t>(i));
                  all.emplace_back(b.items[i], std::move(rest));
                }
                return all;
              })
      .monitored_as("bag");
}

}  // namespace linnet
