// Sleeps last as long as was asked for, however often: three milliseconds are less than a second.
// run: linnet run --time 60s {}
// exit: 0
// says: complete
#include <cassert>
#include <chrono>
#include <thread>

int main() {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 3; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const auto took = std::chrono::steady_clock::now() - start;
  assert(took >= std::chrono::milliseconds(3) && took < std::chrono::seconds(1));
}
