// The last owner destroys, exactly once, whichever thread that is.
// explore: random:3000
// outcomes: completed
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<int> destroyed{0};
struct Object {
  ~Object() { ++destroyed; }
};

int main() {
  auto object = std::make_shared<Object>();
  std::thread a([copy = object]() mutable { copy.reset(); });
  std::thread b([copy = object]() mutable { copy.reset(); });
  object.reset();
  a.join();
  b.join();
  assert(destroyed == 1);
}
