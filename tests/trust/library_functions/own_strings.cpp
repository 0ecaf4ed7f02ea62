// Nearly the same: each thread has a string of its own, and both read a third one.
// run: linnet run {} -- -std=c++17 -O1
// exit: 0
// says: complete
// never: [Dd]ata race|not all seen
#include <string>
#include <thread>

int main() {
  const std::string common = "a long text that needs a buffer of its own, and more";
  std::size_t sizes[2] = {};
  const auto work = [&](int thread) {
    std::string own = common;
    own.append("x").insert(0, "yy");
    sizes[thread] = own.find("text") + common.compare(own);
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  return sizes[0] != sizes[1];
}
