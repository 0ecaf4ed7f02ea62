// std::atomic<std::shared_ptr>: a reader and a writer, and the last owner frees. libstdc++ 12 has a race of its own in
// there: docs/findings.md.
// explore: random:1000
// options: leaks races=explore
// racy: 2
// outcomes: completed
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

int main() {
  std::atomic<std::shared_ptr<int>> shared(std::make_shared<int>(1));
  std::thread reader([&] {
    const std::shared_ptr<int> seen = shared.load();
    assert(*seen == 1 || *seen == 2);
  });
  shared.store(std::make_shared<int>(2));
  reader.join();
  assert(*shared.load() == 2);
}
