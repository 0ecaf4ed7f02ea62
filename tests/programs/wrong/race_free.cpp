// Freed while another thread may still read it: nothing orders the two. One order is a race, the other a use after
// free.
// explore: dfs:1000
// options: quarantine
// outcomes: data-race use-after-free
// complete: yes
#include <atomic>
#include <thread>

std::atomic<int*> shared{new int(1)};
int seen;

int main() {
  std::thread reader([] { seen = *shared.load(); });
  delete shared.load();
  reader.join();
}
