// Random litmus programs, small enough for enumeration.
#include <optional>

#include <fmt/format.h>

#include "explore/sampling.hpp"
#include "litmus.hpp"

namespace linnet::testing {

namespace {

// Draws instructions one after the other.
class CodeDice {
 public:
  CodeDice(Dice& dice, std::uint32_t locations, bool rich)
      : dice_(dice), locations_(locations), rich_(rich) {}

  std::vector<Instruction> some(std::uint32_t most) {
    std::vector<Instruction> code;
    const std::uint32_t length = 1 + dice_.below(most);
    while (code.size() < length) {
      const auto i = static_cast<std::uint32_t>(code.size());
      code.push_back(one(i, i > 0 && i + 1 < length));
    }
    return code;
  }

 private:
  using Kind = Instruction::Kind;

  MemoryOrder order(std::initializer_list<MemoryOrder> orders) {
    return orders.begin()[dice_.below(static_cast<std::uint32_t>(orders.size()))];
  }

  Instruction one(std::uint32_t number, bool may_branch) {
    using enum MemoryOrder;
    Instruction one{.location = dice_.below(locations_),
                    .result = number,
                    .operand = 1 + dice_.below(3),
                    .expected = dice_.below(3)};
    switch (dice_.below(rich_ ? 10 : 8)) {
      case 0:
      case 1:
        one.kind = Kind::load;
        one.order = order({relaxed, acquire, seq_cst});
        return one;
      case 2:
      case 3:
        one.kind = Kind::store;
        one.order = order({relaxed, release, seq_cst});
        return one;
      case 4:
      case 5:
        one.kind = Kind::update;
        one.change = dice_.below(3) == 0 ? Change::add : Change::compare;
        one.order = order({relaxed, acquire, release, acquire_release, seq_cst});
        one.failure_order = one.change == Change::add ? one.order : order({relaxed, acquire, seq_cst});
        return one;
      case 6:
        one.kind = Kind::fence;
        one.order = order({acquire, release, acquire_release, seq_cst});
        return one;
      case 8:
        one.order = order({relaxed, acquire, seq_cst});
        one.waits = true;
        return one;
      case 9:
        one.kind = Kind::choose;
        one.operand = 2;
        return one;
      default:
        if (!may_branch) return this->one(number, may_branch);
        one.kind = Kind::branch;
        one.result = dice_.below(number);
        one.skipped = 1;
        return one;
    }
  }

  Dice& dice_;
  std::uint32_t locations_;
  bool rich_;
};

}  // namespace

std::vector<Instruction> random_code(Dice& dice, std::uint32_t locations, std::uint32_t most, bool rich) {
  return CodeDice(dice, locations, rich).some(most);
}

namespace {

// Draws programs that are small enough for enumeration.
class LitmusDice {
 public:
  LitmusDice(std::uint64_t seed, bool rich) : dice_(mix(seed)), rich_(rich) {
    litmus_.name = fmt::format("seed {}{}", seed, rich ? ", rich" : "");
    litmus_.locations = 1 + dice_.below(3);
  }

  Litmus draw() {
    const std::uint32_t threads = 2 + dice_.below(2);
    const bool creates = rich_ && dice_.below(3) == 0;
    const bool locks = rich_ && dice_.below(2) == 0;
    const std::uint32_t data = litmus_.locations;
    if (locks) lock_ = litmus_.locations++;
    for (std::uint32_t t = 0; t < threads; ++t) {
      std::vector<Instruction> code = random_code(dice_, data, threads == 2 ? 4 : 3, rich_);
      if (locks && dice_.below(3) != 0) hold_lock(code);
      if (creates && t > 0) code.insert(code.begin(), {.kind = Instruction::Kind::begin});
      litmus_.threads.push_back(std::move(code));
    }
    if (creates) create_others();
    return litmus_;
  }

 private:
  using Kind = Instruction::Kind;

  void hold_lock(std::vector<Instruction>& code) {
    const Instruction lock{.kind = Kind::update,
                           .order = MemoryOrder::acquire,
                           .failure_order = MemoryOrder::relaxed,
                           .change = Change::compare,
                           .location = *lock_,
                           .result = 8,
                           .operand = 1,
                           .waits = true};
    code.insert(code.begin(), lock);
    code.push_back({.kind = Kind::store, .order = MemoryOrder::release, .location = *lock_});
  }

  // What thread 0 does comes between the creations and the joins, or some of it after.
  void create_others() {
    std::vector<Instruction>& code = litmus_.threads[0];
    for (std::uint32_t t = 1; t < litmus_.threads.size(); ++t) {
      code.insert(code.begin(), {.kind = Kind::create, .thread = t});
      const bool at_end = code.back().kind == Kind::branch || dice_.below(2) == 0;
      if (at_end) code.push_back({.kind = Kind::join, .thread = t});
    }
  }

  Dice dice_;
  bool rich_;
  Litmus litmus_;
  std::optional<Location> lock_;
};

// Draws programs in which threads sleep and are woken: pieces of code that use a condition with a mutex, a futex, a barrier, a read-write lock.
class WaitingDice {
 public:
  WaitingDice(std::uint64_t seed, bool native) : dice_(mix(seed)), native_(native) {
    litmus_.name = fmt::format("seed {}, waiting{}", seed, native ? ", native" : "");
    litmus_.locations = 5;
  }

  Litmus draw() {
    const std::uint32_t threads = 2 + dice_.below(2);
    const std::uint32_t subject = dice_.below(4);
    phase_ = 1 + dice_.below(threads);
    for (thread_ = 0; thread_ < threads; ++thread_) {
      code_.clear();
      for (std::uint32_t pieces = threads == 2 ? 1 + dice_.below(2) : 1; pieces > 0; --pieces) {
        if (dice_.below(3) == 0) access();
        switch (subject) {
          case 0: dice_.below(2) == 0 ? wait_for_condition() : signal(); break;
          case 1: dice_.below(2) == 0 ? wait_for_futex() : store_and_wake(); break;
          case 2: arrive(); break;
          default: hold_rwlock(); break;
        }
      }
      litmus_.threads.push_back(code_);
    }
    return litmus_;
  }

 private:
  using Kind = Instruction::Kind;
  static constexpr Location kData = 0, kWord = 1, kQueue = 2, kMutex = 3, kObject = 4;

  std::uint32_t next_register() const { return static_cast<std::uint32_t>(code_.size()); }
  void update(Change change, Location location, std::uint64_t operand, MemoryOrder order = MemoryOrder::plain,
              std::uint64_t expected = 0, bool waits = false) {
    const MemoryOrder failure = order == MemoryOrder::plain ? order : MemoryOrder::relaxed;
    code_.push_back({.kind = Kind::update,
                     .order = order,
                     .failure_order = failure,
                     .change = change,
                     .location = location,
                     .result = next_register(),
                     .operand = operand,
                     .expected = expected,
                     .waits = waits,
                     .of_object = location == kObject});
  }
  void access() {
    using enum MemoryOrder;
    const bool loads = dice_.below(2) == 0, is_strong = dice_.below(2) == 0;
    const Location location = dice_.below(2);
    if (loads)
      code_.push_back(
          {.order = is_strong ? acquire : relaxed, .location = location, .result = next_register()});
    else
      code_.push_back({.kind = Kind::store,
                       .order = is_strong ? release : relaxed,
                       .location = location,
                       .operand = 1 + dice_.below(2)});
  }
  void lock(Call call = Call::lock) {
    update(Change::compare, kMutex, 1, MemoryOrder::acquire, 0, true);
    code_.back().call = call;
  }
  void unlock(Call call = Call::unlock) {
    update(Change::exchange, kMutex, 0, MemoryOrder::release);
    code_.back().call = call;
  }
  void go_on() { code_.push_back({.kind = Kind::woken, .call = Call::inside}); }

  void wait_for_condition() {
    lock();
    if (dice_.below(3) == 0) access();
    update(Change::disjunction, kQueue, std::uint64_t{1} << thread_);
    code_.back().queues = true;
    code_.back().call = Call::wait;
    unlock(Call::inside);
    const bool is_timed = !native_ && dice_.below(3) == 0;
    is_timed ? update(Change::leave, kQueue, std::uint64_t{1} << thread_) : go_on();
    lock(Call::inside);
    unlock();
  }
  void signal() {
    const bool locks = dice_.below(2) == 0;
    if (locks) lock();
    if (dice_.below(2) == 0) access();
    const bool all = dice_.below(3) == 0;
    update(Change::wake, kQueue, all ? 64 : 1);
    code_.back().call = all ? Call::broadcast : Call::signal;
    if (locks) unlock();
  }
  void wait_for_futex() {
    code_.push_back({.order = MemoryOrder::plain,
                     .location = kWord,
                     .result = next_register(),
                     .expected = dice_.below(4) == 0 ? 1u : 0u,
                     .sleeps_at = kQueue,
                     .call = Call::futex_wait});
    go_on();
  }
  void store_and_wake() {
    if (dice_.below(4) != 0)
      code_.push_back({.kind = Kind::store,
                       .order = dice_.below(2) == 0 ? MemoryOrder::release : MemoryOrder::relaxed,
                       .location = kWord,
                       .operand = 1 + dice_.below(2)});
    const bool is_system_call = native_ || dice_.below(4) != 0;
    update(Change::wake, kQueue, dice_.below(3) == 0 ? 64 : 1, MemoryOrder::plain, is_system_call ? 1 : 0);
    code_.back().call = Call::futex_wake;
  }
  void arrive() {
    update(Change::arrive, kObject, 1, MemoryOrder::release, phase_);
    code_.back().call = Call::arrive;
    go_on();
    code_.back().order = MemoryOrder::acquire;
  }
  void hold_rwlock() {
    const std::uint64_t mark = std::uint64_t{1} << 32;
    const bool reads = dice_.below(2) == 0, tries = dice_.below(4) == 0 && !(native_ && reads);
    if (reads)
      update(Change::enter, kObject, 1, MemoryOrder::acquire, 0, !tries);
    else
      update(Change::compare, kObject, mark, MemoryOrder::acquire, 0, !tries);
    code_.back().call = reads ? Call::read_lock : tries ? Call::try_write_lock : Call::write_lock;
    if (tries) {  // and does no more if it fails
      const std::uint32_t result = code_.back().result;
      code_.push_back({.kind = Kind::branch, .result = result, .expected = 0, .skipped = 2});
    }
    access();
    if (reads)
      update(Change::subtract, kObject, 1, MemoryOrder::release);
    else
      update(Change::exchange, kObject, 0, MemoryOrder::release);
    code_.back().call = Call::rwlock_unlock;
  }

  Dice dice_;
  bool native_;
  Litmus litmus_;
  std::vector<Instruction> code_;
  std::uint32_t thread_ = 0;
  std::uint64_t phase_ = 1;
};

}  // namespace

Litmus random_litmus(std::uint64_t seed, bool rich) {
  return LitmusDice(seed, rich).draw();
}

Litmus random_waiting_litmus(std::uint64_t seed, bool native) {
  constexpr std::size_t kMostInstructions = 13;  // more take enumeration too long
  for (;; seed += std::uint64_t{1} << 32) {
    Litmus litmus = WaitingDice(seed, native).draw();
    std::size_t instructions = 0;
    for (const auto& code : litmus.threads) instructions += code.size();
    if (instructions <= kMostInstructions) return litmus;
  }
}

}  // namespace linnet::testing
