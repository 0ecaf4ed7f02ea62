// An object with its own specification, whose operation throws: linnet run examples/account_test.cpp
//
// withdraw() reads the balance and takes from it later. Two of them overdraw the account, and the specification says
// that one of them should have thrown.
#include <linnet/test.hpp>

#include <atomic>
#include <stdexcept>
#include <string>

class Account {
 public:
  explicit Account(int balance) : balance_(balance) {}
  void withdraw(int amount) {
    if (balance_ < amount) throw std::range_error("not that much there");
    balance_ -= amount;
  }
  int balance() const { return balance_; }

 private:
  std::atomic<int> balance_;
};

struct AccountState {
  std::int64_t balance;
  bool operator==(const AccountState&) const = default;
  std::uint64_t hash() const { return static_cast<std::uint64_t>(balance); }
  std::string describe() const { return std::to_string(balance); }
};

linnet::Spec account(std::int64_t balance) {
  return linnet::specify("account", AccountState{balance})
      .method("withdraw",
              [](AccountState& state, std::int64_t amount) -> linnet::Value {
                if (state.balance < amount) return linnet::throws("std::range_error");
                state.balance -= amount;
                return {};
              })
      .method("balance", [](const AccountState& state) { return state.balance; });
}

LINNET_TEST(account) {
  linnet::object<Account>(100)
      .operation("withdraw", &Account::withdraw)
      .operation("balance", &Account::balance)
      .spec(account(100))
      .scenario("withdraw(70) | withdraw(60) ; balance()");
}
