// What programs use of libc and of the C++ library all the time is known: nothing is said to be unseen.
// run: linnet run {} --executions 5 -- -std=c++17 -O0
// exit: 3
// says: limit of 5 executions
// never: not all seen|[Dd]ata race|overflow
#include <unistd.h>
#include <algorithm>
#include <any>
#include <atomic>
#include <cassert>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>
std::atomic<int> done;
void work(int me) {
  std::ostringstream out;
  out << me << ' ' << 1.5 << std::setw(4) << std::hex << me << std::endl;
  std::string s = out.str();
  std::istringstream in("1 2 word");
  int a, b;
  std::string w;
  in >> a >> b >> w;
  std::string line;
  std::istringstream lines("x\ny");
  std::getline(lines, line);
  std::string t = std::to_string(me) + s + std::to_string(2.5);
  int n = std::stoi("12") + (int)std::stod("1.5");
  std::unordered_map<std::string, int> m;
  m[t] = n;
  m["a"] = 1;
  m.erase("a");
  std::map<int, std::string> mm;
  mm[1] = "x";
  mm.emplace(2, "y");
  mm.erase(1);
  std::set<std::string> ss{"a", "b"};
  std::list<int> l{1, 2};
  l.sort();
  std::deque<int> d{1};
  d.push_back(2);
  std::vector<int> v(10);
  std::iota(v.begin(), v.end(), 0);
  std::sort(v.rbegin(), v.rend());
  std::shared_ptr<int> p = std::make_shared<int>(1);
  auto q = p;
  std::function<int(int)> f = [&](int x) { return x + n; };
  f(1);
  try {
    throw std::runtime_error("x");
  } catch (const std::exception& e) {
    (void)e.what();
  }
  try {
    std::vector<int>().at(1);
  } catch (const std::out_of_range&) {
  }
  try {
    (void)std::any_cast<int>(std::any(1.0));
  } catch (const std::bad_any_cast&) {
  }
  std::mt19937 g(me);
  std::uniform_int_distribution<int> u(0, 9);
  u(g);
  char buffer[32];
  std::to_chars(buffer, buffer + 32, me);
  std::snprintf(buffer, 32, "%d %s", me, "x");
  std::memcpy(buffer, "ab", 3);
  (void)std::strlen(buffer);
  (void)std::getenv("HOME");
  (void)std::sqrt(2.0 + me);
  (void)std::isalpha('a');
  (void)std::toupper('a');
  std::filesystem::path path("/tmp");
  path /= "x";
  (void)path.string();
  std::variant<int, std::string> var = "x";
  (void)std::get_if<int>(&var);
  std::call_once(*new std::once_flag, [] {});
  (void)std::hash<std::string>()(t);
  (void)std::hash<std::thread::id>()(std::this_thread::get_id());
  std::this_thread::yield();
  auto e = std::make_exception_ptr(1);
  (void)e;
  void* mem = std::aligned_alloc(64, 64);
  std::free(mem);
  mem = std::malloc(3);
  mem = std::realloc(mem, 9);
  std::free(mem);
  std::wstring ws = L"abc";
  ws += L"def";
  std::pmr::monotonic_buffer_resource res;
  std::pmr::vector<int> pv(&res);
  pv.push_back(1);
  (void)getpid();
  (void)std::abs(-1);
  int key = 3;
  (void)std::bsearch(&key, v.data(), v.size(), 4, [](const void*, const void*) { return 0; });
  fputc('x', stderr);
  fflush(stderr);
  ++done;
}
int main() {
  std::thread other(work, 1);
  work(0);
  other.join();
  auto fut = std::async(std::launch::async, [] { return 1; });
  std::cout << fut.get() << std::endl;
}
