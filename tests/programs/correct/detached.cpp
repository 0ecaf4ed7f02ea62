// A detached thread ends with the program, wherever it is.
// explore: dfs:1000
// outcomes: completed
// complete: yes
// outputs: 2
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> steps{0};

int main() {
  std::thread([] {
    ++steps;
    for (;;) steps.load();
  }).detach();
  std::puts(steps.load() == 0 ? "not yet" : "began");
}
