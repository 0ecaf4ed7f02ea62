// Futures: a value, an exception that crosses threads, and async.
// explore: random:1000
// outcomes: completed
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::promise<std::string> promise;
  std::promise<int> broken;
  auto text = promise.get_future();
  auto never = broken.get_future();
  std::thread worker([&] {
    promise.set_value("a text too long to be kept within the string itself");
    try {
      throw std::runtime_error("no");
    } catch (...) {
      broken.set_exception(std::current_exception());
    }
  });
  auto later = std::async(std::launch::async, [] { return 6; });
  assert(text.get().size() > 40);
  try {
    never.get();
    assert(false);
  } catch (const std::runtime_error& e) {
    assert(std::string(e.what()) == "no");
  }
  assert(later.get() == 6);
  worker.join();
}
