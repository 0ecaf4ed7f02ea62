// A vector of threads that fill vectors of their own; memory of every thread is its own.
// explore: random:2000
// outcomes: completed
#include <atomic>
#include <cassert>
#include <string>
#include <thread>
#include <vector>

std::atomic<int> total{0};

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([t] {
      std::vector<std::string> words;
      for (int i = 0; i < 5; ++i) words.push_back(std::string(40, static_cast<char>('a' + t)));
      for (const std::string& word : words) assert(word[39] == 'a' + t);
      total += static_cast<int>(words.size());
    });
  }
  for (std::thread& thread : threads) thread.join();
  assert(total == 15);
}
