// Code of many shapes, with a result for each that depends on everything it kept in registers and on its stack: loops with
// breaks, switches, recursion, exceptions through several frames, variable arguments, large arguments, arrays with indices,
// references to locals, virtual calls, lambdas, floating point, retry loops, and containers of the standard library.
#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

unsigned long seed = 12345;
unsigned next_number() {
  seed = seed * 6364136223846793005ul + 1442695040888963407ul;
  return static_cast<unsigned>(seed >> 33);
}

std::atomic<int> top;
int links[64];
[[gnu::noinline]] int push(int node, int rounds) {
  int tries = 0;
  for (;;) {
    int t = top.load();
    links[node] = t;
    if (++tries < rounds) top.store(t + 1);
    if (top.compare_exchange_strong(t, node)) return tries;
  }
}
[[gnu::noinline]] int carried(int node) {
  int t = top.load(), rounds = 0;
  do {
    links[node] = t;
    if (rounds++ == 0) top = t ^ 5;
  } while (!top.compare_exchange_weak(t, node));
  return t + rounds;
}

[[gnu::noinline]] int classify(unsigned n, int a, int b) {
  switch (n % 11) {
    case 0: return a + b;
    case 1: return a - static_cast<int>(next_number() % 7);
    case 2: a *= 3; [[fallthrough]];
    case 3: return a ^ b;
    case 4: return b << 2;
    case 5: return classify(n / 11, b, a) + 1;
    case 6: return -a;
    case 7: links[a & 31] = b; return links[b & 31];
    case 8: throw a + b;
    default: return static_cast<int>(n);
  }
}
[[gnu::noinline]] int catching(unsigned n) {
  int sum = static_cast<int>(n % 1000), kept = sum * 2 + 1;
  std::string name = "n" + std::to_string(n % 100);
  try {
    sum += classify(n, sum, kept);
    name += "a";
    sum += classify(n / 3, kept, sum);
  } catch (int thrown) {
    sum += thrown * 3 + static_cast<int>(name.size());
    if (n % 5 == 0) throw std::runtime_error(name);
  }
  return sum + kept + static_cast<int>(name.size());
}
[[gnu::noinline]] int unwinding(unsigned n) {
  std::vector<int> values(n % 9 + 1, static_cast<int>(n % 77));
  int before = values[0] + 5;
  try {
    values[n % values.size()] += catching(n);
  } catch (const std::exception& error) {
    values[0] += static_cast<int>(std::strlen(error.what())) + before;
  }
  return std::accumulate(values.begin(), values.end(), before);
}

[[gnu::noinline]] long sum_of(int count, ...) {
  va_list list;
  va_start(list, count);
  long sum = 0;
  for (int i = 0; i < count; ++i) sum = sum * 3 + va_arg(list, long);
  va_end(list);
  return sum;
}
struct Large {
  long a[6];
};
[[gnu::noinline]] Large mixed(Large large, long a, long b, long c, long d, long e, long f, long g, long h) {
  for (long& one : large.a)
    one += a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + next_number() % 3;
  large.a[g % 6] ^= h;
  return large;
}
[[gnu::noinline]] void swap_by_reference(int& a, int& b, int* const* c) {
  const int t = a;
  a = b + **c;
  b = t;
}
[[gnu::noinline]] int locals(unsigned n) {
  int a = static_cast<int>(n & 15), b = static_cast<int>(n >> 4 & 15), table[8];
  int* pointer = &a;
  for (int i = 0; i < 8; ++i) table[i] = a * i + b;
  for (int i = 0; i < 5; ++i) {
    swap_by_reference(a, b, &pointer);
    table[(a + b) & 7] += i;
    if (table[i] % 7 == 0) pointer = &b;
  }
  int sum = 0;
  for (int i = 7; i >= 0; --i) sum = sum * 31 + table[i] + *pointer;
  return sum;
}

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double scale) const = 0;
};
struct Box : Shape {
  double w, h;
  Box(double a, double b) : w(a), h(b) {}
  double area(double scale) const override { return w * h * scale; }
};
struct Disc : Shape {
  double r;
  explicit Disc(double a) : r(a) {}
  double area(double scale) const override { return r * r * 3 * scale; }
};
[[gnu::noinline]] double shapes(unsigned n) {
  std::vector<std::unique_ptr<Shape>> all;
  for (unsigned i = 0; i < n % 6 + 1; ++i) {
    if ((n >> i & 1) != 0) {
      all.push_back(std::make_unique<Box>(i, n % 13));
    } else {
      all.push_back(std::make_unique<Disc>(i + 0.5));
    }
  }
  double sum = 0, weight = 1;
  for (const auto& one : all) sum += one->area(weight), weight *= 1.25;
  return sum;
}
int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
[[gnu::noinline]] std::string words(unsigned n) {
  std::map<std::string, int> counts;
  std::unordered_map<int, std::string> names;
  std::istringstream in("the quick brown fox jumps over the lazy dog the end");
  for (std::string word; in >> word;) {
    counts[word] += static_cast<int>(n % 7 + word.size());
    names[static_cast<int>(word.size() * n % 17)] += word;
  }
  std::string all;
  for (const auto& [word, count] : counts) all += word + std::to_string(count);
  std::vector<std::pair<int, std::string>> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
    return a.first * 7 % 5 != b.first * 7 % 5 ? a.first * 7 % 5 < b.first * 7 % 5 : a < b;
  });
  for (const auto& [number, word] : sorted) all += std::to_string(number) + word;
  return all;
}
[[gnu::noinline]] long functions(unsigned n) {
  std::deque<std::function<long(long)>> chain;
  for (unsigned i = 0; i < n % 5 + 2; ++i)
    chain.push_back([i, n, &chain](long x) {
      return x * static_cast<long>(i + 1) + static_cast<long>(n % 3 + chain.size());
    });
  long value = 1;
  while (!chain.empty()) {
    value = chain.front()(value);
    chain.pop_front();
  }
  return value;
}

}  // namespace

int main() {
  unsigned long hash = 0;
  const auto add = [&](auto value) { hash = hash * 1099511628211ul + static_cast<unsigned long>(value); };
  for (int i = 0; i < 20; ++i) {
    const unsigned n = next_number();
    add(push(static_cast<int>(n & 31), static_cast<int>(n % 4)));
    add(carried(static_cast<int>(n & 31)));
    add(unwinding(n));
    add(locals(n));
    add(sum_of(4, 1l, long{n}, 3l, 9l));
    add(mixed(Large{{1, 2, 3, 4, 5, static_cast<long>(n)}}, n, 2, 3, 4, 5, 6, n % 6, 8).a[n % 6]);
    add(shapes(n));
    add(functions(n));
    if (i % 10 == 0) add(std::hash<std::string>()(words(n)));
  }
  add(ackermann(2, 4));
  std::printf("%016lx\n", hash);
}
