// Objects without a specification, right and wrong, for the automatic mode.
#include <linnet/choose.hpp>
#include <linnet/test.hpp>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

// Line-Up, section 2.2.1: inc() forgets the lock.
template <bool atomic>
class Counter {
 public:
  void inc() {
    if (atomic) {
      count_.fetch_add(1);
    } else {
      count_.store(count_.load() + 1);
    }
  }
  int get() const { return count_.load(); }

 private:
  std::atomic<int> count_{0};
};

template <bool atomic>
void declare_counter() {
  linnet::object<Counter<atomic>>()
      .operation("inc", &Counter<atomic>::inc)
      .operation("get", &Counter<atomic>::get);
}
LINNET_TEST(counter) {
  declare_counter<true>();
}
LINNET_TEST(lossy_counter) {
  declare_counter<false>();
}

class RelaxedCounter {
 public:
  void inc() { count_.fetch_add(1, std::memory_order_relaxed); }

 private:
  std::atomic<int> count_{0};
};

LINNET_TEST(relaxed_counter) {
  linnet::object<RelaxedCounter>().operation("inc", &RelaxedCounter::inc);
}

// Line-Up, figure 4: get() forgets to release the lock, so the next operation waits for ever, serially, too. That the
// serial runs are stuck as well makes it no failure of linearizability.
class Hoarder {
 public:
  void inc() {
    const std::scoped_lock lock(mutex_);
    ++count_;
  }
  int get() {
    mutex_.lock();
    return count_;
  }

 private:
  std::mutex mutex_;
  int count_ = 0;
};
LINNET_TEST(hoarder) {
  linnet::object<Hoarder>()
      .operation("inc", &Hoarder::inc)
      .operation("get", &Hoarder::get)
      .scenario("inc() get() | inc()");
}

// take() waits for an element. One that forgets to notify waits where it never would serially.
template <bool notifies>
class BlockingQueue {
 public:
  void enq(int value) {
    const std::scoped_lock lock(mutex_);
    items_.push_back(value);
    if (notifies) not_empty_.notify_one();
  }
  int take() {
    std::unique_lock lock(mutex_);
    while (items_.empty()) not_empty_.wait(lock);
    const int value = items_.front();
    items_.pop_front();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable not_empty_;
  std::deque<int> items_;
};
template <bool notifies>
void declare_blocking_queue() {
  using Queue = BlockingQueue<notifies>;
  linnet::object<Queue>()
      .operation("enq", &Queue::enq)
      .arguments(1)
      .arguments(2)
      .operation("take", &Queue::take)
      .scenario("enq(1) | take() | take()");
}
LINNET_TEST(blocking_queue) {
  declare_blocking_queue<true>();
}
LINNET_TEST(forgetful_queue) {
  declare_blocking_queue<false>();
}

// Two operations only meet each other: neither returns in a serial run.
class Barrier {
 public:
  void signal_and_wait() {
    std::unique_lock lock(mutex_);
    const int phase = phase_;
    if (++here_ == 2) {
      here_ = 0;
      ++phase_;
      all_here_.notify_all();
    }
    while (phase_ == phase) all_here_.wait(lock);
  }
  int phase() {
    const std::scoped_lock lock(mutex_);
    return phase_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable all_here_;
  int here_ = 0, phase_ = 0;
};
LINNET_TEST(barrier) {
  linnet::object<Barrier>()
      .operation("signal_and_wait", &Barrier::signal_and_wait)
      .operation("phase", &Barrier::phase)
      .scenario("signal_and_wait() phase() | signal_and_wait() phase()");
}
LINNET_TEST(barrier_excluded) {
  linnet::object<Barrier>()
      .operation("signal_and_wait", &Barrier::signal_and_wait)
      .excluded()
      .operation("phase", &Barrier::phase)
      .scenario("signal_and_wait() phase() | signal_and_wait() phase()");
}

// What is excluded changes things by all means there are while look() looks twice: atomics, the heap under a lock,
// exceptions.
class Busy {
 public:
  void bump() {
    int count = count_.load();
    while (!count_.compare_exchange_strong(count, count + 1)) {
    }
  }
  void push() {
    const std::scoped_lock lock(mutex_);
    items_.push_back(std::make_unique<int>(count_.load()));
  }
  void throw_once() {
    if (thrown_.exchange(true)) throw std::runtime_error("once is enough");
  }
  int look() const {
    const int first = count_.load();
    return 10 * first + count_.load();
  }
  int last() {
    const std::scoped_lock lock(mutex_);
    return items_.empty() ? -1 : *items_.back();
  }
  bool has_thrown() const { return thrown_.load(); }
  void wait_for_two() const {
    while (count_.load() < 2) {
    }
  }

 private:
  std::atomic<int> count_{0};
  std::atomic<bool> thrown_{false};
  std::mutex mutex_;
  std::vector<std::unique_ptr<int>> items_;
};
LINNET_TEST(busy) {
  linnet::object<Busy>()
      .operation("bump", &Busy::bump)
      .excluded()
      .operation("push", &Busy::push)
      .excluded()
      .operation("throw_once", &Busy::throw_once)
      .excluded()
      .operation("look", &Busy::look)
      .operation("last", &Busy::last)
      .operation("has_thrown", &Busy::has_thrown)
      .operation("wait_for_two", &Busy::wait_for_two);
}

// cancel() leaves the work to a thread of its own.
class Cancellation {
 public:
  void cancel() {
    std::thread([flag = flag_] { flag->store(true); }).detach();
  }
  bool is_cancelled() const { return flag_->load(); }

 private:
  std::shared_ptr<std::atomic<bool>> flag_ = std::make_shared<std::atomic<bool>>(false);
};
LINNET_TEST(cancellation) {
  linnet::object<Cancellation>()
      .operation("cancel", &Cancellation::cancel)
      .operation("is_cancelled", &Cancellation::is_cancelled)
      .scenario("cancel() is_cancelled()");
}
LINNET_TEST(cancellation_asynchronous) {
  linnet::object<Cancellation>()
      .operation("cancel", &Cancellation::cancel)
      .asynchronous()
      .operation("is_cancelled", &Cancellation::is_cancelled)
      .scenario("cancel() is_cancelled() | is_cancelled()");
}

// Serially it is a set; a golden model says so, and add() does not keep to it.
class ModelSet {
 public:
  bool add(int value) {
    for (const int item : items_) {
      if (item == value) return false;
    }
    items_.push_back(value);
    return true;
  }

 private:
  std::vector<int> items_;
};
template <bool forgets>
class FlagSet {
 public:
  bool add(int value) {
    if (forgets && value == 2) return true;
    return !flags_[value].exchange(true);
  }

 private:
  std::atomic<bool> flags_[3] = {};
};
template <bool forgets>
void declare_set() {
  linnet::object<FlagSet<forgets>>()
      .operation("add", &FlagSet<forgets>::add)
      .scenario("add(1) add(2) | add(1) add(2)")
      .template reference<ModelSet>()
      .operation("add", &ModelSet::add);
}
LINNET_TEST(set_by_reference) {
  declare_set<false>();
}
LINNET_TEST(forgetful_set_by_reference) {
  declare_set<true>();
}

// A queue that removes the second element where there is one: out of order by one place, as its model would not be.
class ModelQueue {
 public:
  void enq(int value) { items_.push_back(value); }
  std::optional<int> deq() { return take(0); }

 protected:
  std::optional<int> take(std::size_t at) {
    if (items_.empty()) return std::nullopt;
    const int value = items_[at];
    items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(at));
    return value;
  }
  std::vector<int> items_;
};
class OvertakingQueue : ModelQueue {
 public:
  void enq(int value) {
    const std::scoped_lock lock(mutex_);
    ModelQueue::enq(value);
  }
  std::optional<int> deq() {
    const std::scoped_lock lock(mutex_);
    return take(items_.size() > 1 ? 1 : 0);
  }

 private:
  std::mutex mutex_;
};
LINNET_TEST(overtaking_queue) {
  linnet::object<OvertakingQueue>()
      .operation("enq", &OvertakingQueue::enq)
      .operation("deq", &OvertakingQueue::deq)
      .scenario("enq(1) enq(2) ; deq() | deq()")
      .reference<ModelQueue>()
      .operation("enq", &ModelQueue::enq)
      .operation("deq", &ModelQueue::deq);
}

// A serial run takes whichever element it likes.
class Bag {
 public:
  void add(int value) {
    const std::scoped_lock lock(mutex_);
    items_.push_back(value);
  }
  std::optional<int> take() {
    const std::scoped_lock lock(mutex_);
    if (items_.empty()) return std::nullopt;
    const bool first = linnet::choose(2) == 0;
    const int value = first ? items_.front() : items_.back();
    first ? items_.pop_front() : items_.pop_back();
    return value;
  }

 private:
  std::mutex mutex_;
  std::deque<int> items_;
};
LINNET_TEST(bag) {
  linnet::object<Bag>()
      .operation("add", &Bag::add)
      .operation("take", &Bag::take)
      .scenario("add(1) add(2) take()");
}
LINNET_TEST(bag_declared) {
  linnet::object<Bag>()
      .operation("add", &Bag::add)
      .operation("take", &Bag::take)
      .nondeterministic()
      .scenario("add(1) take() | add(2) take()");
}

// Gives up where another thread is at work: serially it never does.
class ImpatientCounter {
 public:
  bool try_inc() {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (lock.owns_lock()) ++count_;
    return lock.owns_lock();
  }
  int get() {
    const std::scoped_lock lock(mutex_);
    return count_;
  }

 private:
  std::mutex mutex_;
  int count_ = 0;
};
LINNET_TEST(impatient_counter) {
  linnet::object<ImpatientCounter>()
      .operation("try_inc", &ImpatientCounter::try_inc)
      .operation("get", &ImpatientCounter::get)
      .scenario("try_inc() get() | try_inc()");
}
LINNET_TEST(impatient_counter_declared) {
  linnet::object<ImpatientCounter>()
      .operation("try_inc", &ImpatientCounter::try_inc)
      .may_fail(false)
      .operation("get", &ImpatientCounter::get)
      .scenario("try_inc() get() | try_inc()");
}
// What it returns may be wrong, but not what it does: says that it failed, and has counted.
class LyingCounter : public ImpatientCounter {
 public:
  bool try_inc() { return ImpatientCounter::try_inc() && false; }
};
LINNET_TEST(lying_counter_declared) {
  linnet::object<LyingCounter>()
      .operation("try_inc", &LyingCounter::try_inc)
      .may_fail(false)
      .operation("get", &LyingCounter::get)
      .scenario("try_inc() get() | try_inc()")
      .reference<ImpatientCounter>()
      .operation("try_inc", &ImpatientCounter::try_inc)
      .operation("get", &ImpatientCounter::get);
}

// Two calls that are a unit: a lock that is never left locked.
class Locked {
 public:
  void lock() { mutex_.lock(); }
  int unlock() {
    const int count = ++count_;
    mutex_.unlock();
    return count;
  }

 private:
  std::recursive_mutex mutex_;  // which says itself that a thread does not hold it
  int count_ = 0;
};
LINNET_TEST(lock_and_unlock) {
  linnet::object<Locked>()
      .operation("lock", &Locked::lock)
      .operation("unlock", &Locked::unlock)
      .sequence("lock() unlock()");
}

// Any sequential object under one lock: three states, three methods, each with a result and a next state or waiting,
// all drawn from a seed.
class Automaton {
 public:
  explicit Automaton(unsigned seed) : random_(seed) {
    for (auto& state : outcomes_) {
      for (Outcome& outcome : state) outcome = {draw() % 3, draw() % 2, draw() % 4 == 0};
    }
  }
  unsigned a() { return call(0); }
  unsigned b() { return call(1); }
  unsigned c() { return call(2); }

 private:
  struct Outcome {
    unsigned next, result;
    bool blocks;
  };
  unsigned draw() { return (random_ = random_ * 1103515245 + 12345) >> 16; }
  unsigned call(unsigned method) {
    std::unique_lock lock(mutex_);
    while (outcomes_[state_][method].blocks) changed_.wait(lock);
    const Outcome& outcome = outcomes_[state_][method];
    state_ = outcome.next;
    changed_.notify_all();
    return outcome.result;
  }

  unsigned random_;
  Outcome outcomes_[3][3];
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned state_ = 0;
};
void declare_automaton(unsigned seed) {
  linnet::object<Automaton>(seed)
      .operation("a", &Automaton::a)
      .operation("b", &Automaton::b)
      .operation("c", &Automaton::c);
}
LINNET_TEST(automaton_1) {
  declare_automaton(1);
}
LINNET_TEST(automaton_2) {
  declare_automaton(2);
}
LINNET_TEST(automaton_3) {
  declare_automaton(3);
}
LINNET_TEST(automaton_4) {
  declare_automaton(4);
}
