// Nearly wrong: members and padding that were never written are copied, and never looked at.
// exit: 0
// says: complete
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>
#include <thread>
#include <variant>
#include <vector>

struct Padded {
  char letter;
  double number;
  long never_written;
};

int main() {
  std::vector<std::function<int()>> functions;
  for (int i = 0; i < 5; ++i) functions.emplace_back([] { return 1; });
  std::vector<std::optional<long>> nothing(3);
  std::vector<std::variant<std::monostate, long>> variants(3);
  auto* padded = static_cast<Padded*>(std::malloc(sizeof(Padded)));
  padded->letter = 'a', padded->number = 1;
  const Padded copy = *padded;
  Padded other;
  std::memcpy(&other, padded, sizeof other);
  int sum = 0;
  std::thread thread([&, more = functions, empty = nothing] {
    sum += more.back()() + static_cast<int>(empty.back().value_or(1));
  });
  thread.join();
  nothing.push_back(nothing.front());
  variants.push_back(variants.front());
  std::free(padded);
  return sum != 2 || copy.number != 1 || other.letter != 'a';
}
