// Objects without a specification, right and wrong, for the automatic mode.
#include <linnet/choose.hpp>
#include <linnet/test.hpp>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
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
