// linnet::choose: every answer is seen, alone and together with those of another thread.
// explore: dpor:1000
// outcomes: completed
// complete: yes
// outputs: 6
#include <cstdio>
#include <thread>

#include "linnet/choose.hpp"

int main() {
  unsigned chosen = 0;
  std::thread chooser([&] { chosen = linnet::choose(2); });
  const unsigned own = linnet::choose(3);
  chooser.join();
  std::printf("%u %u", own, chosen);
}
