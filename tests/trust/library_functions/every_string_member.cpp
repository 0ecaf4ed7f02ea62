// Nearly races: every member of std::string, on strings of its own, in two threads. Without optimisation, members are functions of the C++ library.
// run: linnet run {} -- -std=c++17 -O0
// exit: 0
// says: complete
// never: not all seen
#include <atomic>
#include <string>
#include <thread>
std::atomic<int> n;
void work() {
  std::string a("text"), b(a), c(a, 1), d(a, 1, 2), e("abc", 2), f(5, 'x'), g(std::move(d)), h{'a', 'b'},
      i(a.begin(), a.end());
  a = b;
  a = "x";
  a = 'c';
  a = std::move(c);
  a = {'p', 'q'};
  (void)a.at(0);
  (void)a.front();
  (void)a.back();
  (void)a[0];
  (void)a.c_str();
  (void)a.data();
  (void)a.size();
  (void)a.length();
  (void)a.max_size();
  (void)a.capacity();
  (void)a.empty();
  a.reserve(100);
  a.shrink_to_fit();
  a.resize(10);
  a.resize(20, 'z');
  a.clear();
  a += b;
  a += "long long long long long text";
  a += 'x';
  a += {'a', 'b'};
  a.append(b).append(b, 0, 1).append("xyz").append("xyz", 2).append(3, 'y').append(b.begin(), b.end());
  a.push_back('q');
  a.pop_back();
  a.assign(b).assign(b, 0, 1).assign("ab").assign("ab", 1).assign(3, 'a').assign(b.begin(), b.end());
  a.insert(0, b).insert(0, b, 0, 1).insert(0, "cd").insert(0, "cd", 1).insert(0, 2, 'v');
  a.insert(a.begin(), 'w');
  a.erase(0, 1);
  a.erase(a.begin());
  a.replace(0, 1, b).replace(0, 1, b, 0, 1).replace(0, 1, "rr").replace(0, 1, "rr", 1).replace(0, 1, 2, 's');
  char out[8];
  a.copy(out, 3, 0);
  h.copy(out, std::string::npos);  // two bytes
  a.swap(b);
  swap(a, b);
  (void)a.find(b);
  (void)a.find("x", 0);
  (void)a.find("xy", 0, 2);
  (void)a.find('x');
  (void)a.rfind(b);
  (void)a.rfind("x");
  (void)a.rfind("xy", 3, 1);
  (void)a.find_first_of("abc");
  (void)a.find_last_of(b);
  (void)a.find_first_not_of("abc", 0, 2);
  (void)a.find_last_not_of('x');
  (void)a.find_first_of("abc", 0, 3);
  (void)a.substr(0, 1);
  (void)a.compare(b);
  (void)a.compare(0, 1, b);
  (void)a.compare(0, 1, b, 0, 1);
  (void)a.compare("x");
  (void)a.compare(0, 1, "x");
  (void)a.compare(0, 1, "xy", 1);
  (void)(a == b);
  (void)(a < b);
  (void)(a + b);
  (void)("x" + a);
  (void)(a + 'c');
  (void)a.get_allocator();
  (void)a.begin();
  (void)a.rbegin();
  ++n;
}
int main() {
  std::thread t(work);
  work();
  t.join();
}
