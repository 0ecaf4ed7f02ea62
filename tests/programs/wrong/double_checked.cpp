// Double-checked locking with a plain pointer: the first check races with the assignment.
// explore: dpor:100000
// outcomes: data-race
#include <mutex>
#include <thread>

struct Config {
  int size = 7;
};
std::mutex mutex;
Config* config = nullptr;

int get() {
  if (config == nullptr) {
    const std::lock_guard lock(mutex);
    if (config == nullptr) config = new Config;
  }
  return config->size;
}

int main() {
  std::thread a(get), b(get);
  a.join();
  b.join();
  delete config;
}
