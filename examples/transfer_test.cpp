// Two locks, in one order and in two: linnet run examples/transfer_test.cpp
//
// A transfer needs both accounts. If every thread takes the lock of the smaller number first, none can wait in a circle. There is
// no specification here: the bank is compared with itself when transfers do not overlap, and then it never waits.
#include <linnet/test.hpp>

#include <array>
#include <mutex>

template <bool ordered>
class Bank {
 public:
  void transfer(int from, int to) {
    const bool swapped = ordered && to < from;
    const std::scoped_lock first(accounts_[swapped ? to : from].mutex);
    const std::scoped_lock second(accounts_[swapped ? from : to].mutex);
    accounts_[from].balance -= 1;
    accounts_[to].balance += 1;
  }
  int balance(int account) {
    const std::scoped_lock lock(accounts_[account].mutex);
    return accounts_[account].balance;
  }

 private:
  struct Account {
    std::mutex mutex;
    int balance = 10;
  };
  std::array<Account, 2> accounts_;
};

template <bool ordered>
void test_bank() {
  linnet::object<Bank<ordered>>()
      .operation("transfer", &Bank<ordered>::transfer)
      .operation("balance", &Bank<ordered>::balance)
      .scenario("transfer(0, 1) | transfer(1, 0) ; balance(0)");
}

LINNET_TEST(ordered_transfer) {
  test_bank<true>();
}
LINNET_TEST(crossed_transfer) {
  test_bank<false>();
}
