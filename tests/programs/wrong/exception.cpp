// The exception is not caught.
// explore: dfs:10
// outcomes: exception
// failure: std::runtime_error: nobody catches this
#include <stdexcept>
#include <thread>

int main() {
  std::thread thrower([] { throw std::runtime_error("nobody catches this"); });
  thrower.join();
}
