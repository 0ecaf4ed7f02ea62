// Two threads race for one piece of memory, which CASE chooses: what is its name in the report?
#include <atomic>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

struct Node {
  long key;
  int count[4];
  Node* next;
};
struct Slot {
  Slot() : sequence(0), value(0) {}
  long sequence;
  int value;
};
struct Pool {
  Pool() : slots(new Slot[3]), spare(std::make_unique<Slot[]>(2)), all(4) {}
  ~Pool() { delete[] slots; }
  Slot* slots;
  std::unique_ptr<Slot[]> spare;
  std::vector<Slot> all;
};

static Node* made;
[[gnu::noinline]] static Node* make() {
  return new Node{1, {}, nullptr};
}
[[gnu::noinline]] static void keep(Node* node) {
  made = node;
}

static void race(int& number) {
  std::thread other([&] { number = 1; });
  number = 2;
  other.join();
}

int main() {
#if CASE == 1  // a local of main
  Node local{};
  race(local.count[2]);
#elif CASE == 2  // returned
  made = make();
  race(made->count[1]);
#elif CASE == 3  // kept in a variable that is declared in the line
  Node* const node = new Node();
  race(node->count[3]);
  delete node;
#elif CASE == 4  // given away at once: no variable has it, and no constructor is called
  keep(new Node{2, {}, nullptr});
  race(made->count[0]);
#elif CASE == 5  // elements that a constructor makes
  Pool pool;
  race(pool.slots[2].value);
#elif CASE == 6
  Pool pool;
  race(pool.spare[1].value);
#elif CASE == 7
  Pool pool;
  race(pool.all[3].value);
#elif CASE == 8   // memory as C asks for it
  Node* const node = static_cast<Node*>(std::malloc(sizeof(Node)));
  race(node->count[2]);
  std::free(node);
#elif CASE == 9   // nothing says what this is
  void* const memory = std::malloc(100);
  race(*reinterpret_cast<int*>(static_cast<char*>(memory) + 20));
  std::free(memory);
#elif CASE == 10  // an array of what has no members
  const auto numbers = std::make_unique<int[]>(5);
  race(numbers[4]);
#endif
}
