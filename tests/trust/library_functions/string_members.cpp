// Two threads that append to one string: with C++17, members of std::string are functions of the C++ library.
// run: linnet run {} -- -std=c++17 -O1
// exit: 1
// says: [Dd]ata race
// never: complete
#include <string>
#include <thread>

int main() {
  std::string all;
  std::thread other([&] { all.append("a long text that needs a buffer of its own, and more"); });
  all += "another one that is as long, and needs a buffer as well";
  other.join();
}
