// Two threads both believe that they are the last owner.
// explore: dfs:10000
// outcomes: completed double-free
// complete: yes
// options: quarantine
#include <atomic>
#include <thread>

std::atomic<int*> shared{nullptr};

int main() {
  shared = new int(1);
  const auto drop = [] {
    int* mine = shared.load();
    if (mine != nullptr) {
      shared.store(nullptr);
      delete mine;
    }
  };
  std::thread a(drop), b(drop);
  a.join();
  b.join();
}
