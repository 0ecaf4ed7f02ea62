// Globals, static locals, static containers and exit handlers start from the same state in every execution.
// explore: random:2000
// outcomes: completed
// outputs: 1
#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <thread>

int global = 5;
std::map<int, std::string> filled{{1, std::string(50, 'x')}};
std::atomic<int> made{0};
struct Lazy {
  Lazy() { ++made; }
  ~Lazy() { std::puts("destroyed"); }
};
Lazy& lazy() {
  static Lazy object;
  return object;
}

int main() {
  assert(global == 5 && filled.size() == 1 && filled.at(1)[49] == 'x' && made == 0);
  global = 6;
  filled[2] = "two";
  filled.at(1)[49] = 'y';
  std::atexit([] { std::puts("at exit"); });
  std::thread a([] { lazy(); });
  lazy();
  a.join();
  assert(made == 1);
}
