// What is compiled into the C++ library reads and writes for its caller, too: trees, lists and streams that threads share without a lock are races.
// run: linnet run {} -- -w -DLOCKS=1; linnet run --keep-going {} -- -w -DLOCKS=0 > races; echo "$(grep -c 'Data race' races) races"
// exit: 0
// says: (?s)^\S+ pass .*complete.*\n10 races
// never: not all seen
#include <list>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

extern "C" unsigned linnet_choose(unsigned alternatives);

// Objects for each use, so that each race is on another one.
struct Shared {
  std::map<int, int> map{{1, 2}, {3, 4}, {5, 6}};
  std::list<int> list{1, 2, 3};
  std::ostringstream out;
  std::istringstream in{"1 2 word word\nline\n"};
  std::string text = "text that is too long for the string itself";
  int number = 0;
};
static Shared shared[10];
static unsigned use;
static std::mutex mutex;

static void one() {
  auto& [map, list, out, in, text, number] = shared[use];
  switch (use) {
    case 0: map.emplace(7, 8); break;
    case 1: map.erase(3); break;
    case 2: map.find(3) == map.end(); break;
    case 3: list.push_back(4); break;
    case 4: out << 1; break;
    case 5: in >> number; break;
    case 6: out << text; break;
    case 7: std::getline(in, text); break;
    case 8: in >> text; break;
    case 9: in.read(&text[0], 4); break;
  }
}
static void other() {
  auto& [map, list, out, in, text, number] = shared[use];
  switch (use) {
    case 0: map.count(3); break;
    case 1: map.begin(); break;
    case 2: map.erase(3); break;
    case 3: list.front() == 1 && list.back() == 4; break;
    case 4: out << 2; break;
    case 5: number = 2; break;
    default: text[0] == 'x' ? number = 1 : number = 2; text[0] = 'a'; break;
  }
}

int main() {
  use = linnet_choose(10);
  const auto in_turn = [](auto what) {
    std::unique_lock lock(mutex, std::defer_lock);
    if (LOCKS) lock.lock();
    what();
  };
  std::thread thread(in_turn, one);
  in_turn(other);
  thread.join();
}
