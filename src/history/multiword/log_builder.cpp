// Implements MultiwordLogBuilder: what calls and returns mean for versions.
#include "history/multiword/log_builder.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace linnet {

bool MultiwordLogBuilder::call(std::uint32_t id, Method method, std::size_t size,
                               std::span<const Value> lists) {
  if (id >= kMostThreads || size == 0 || size > kMostLocations || next_rank_ >= kNever - 1) return false;
  if (id >= threads_.size()) threads_.resize(id + 1);
  Thread& thread = threads_[id];
  if (thread.open) return false;
  thread.open = thread.known = true;
  thread.method = method;
  thread.operation = static_cast<OperationIndex>(log_.operations.size());
  thread.lists.assign(lists.begin(), lists.end());
  thread.locations.clear();
  for (std::size_t k = 0; k < size; ++k) {
    const std::uint32_t location = numbers_.location(lists[k]);
    if (std::ranges::find(thread.locations, location) != thread.locations.end()) return false;
    thread.locations.push_back(location);
  }
  log_.operations.push_back({.call = next_rank_++});
  return true;
}

bool MultiwordLogBuilder::ret_list(std::uint32_t id, std::span<const Value> values) {
  Thread* const thread = with_open_call(id);
  if (thread == nullptr || values.size() != thread->locations.size()) return false;
  switch (thread->method) {
    case Method::read: note(*thread, MultiwordLog::Role::reads, values); break;
    case Method::swap: note(*thread, MultiwordLog::Role::overwrites, values, thread->list(1)); break;
    case Method::mwcas:
      if (std::ranges::equal(values, thread->list(1))) return false;
      note(*thread, MultiwordLog::Role::reads, values);
      break;
  }
  close(*thread);
  return true;
}

bool MultiwordLogBuilder::ret(std::uint32_t id, Value result) {
  Thread* const thread = with_open_call(id);
  if (thread == nullptr || thread->method != Method::mwcas) return false;
  const std::span<const Value> locations = thread->list(0), expected = thread->list(1);
  const auto named = static_cast<std::size_t>(std::ranges::find(locations, result) - locations.begin());
  if (result.is_boolean()) {
    if (named != locations.size()) return false;
    if (result.as_boolean()) {
      note(*thread, MultiwordLog::Role::overwrites, expected, thread->list(2));
    } else {
      note(*thread, MultiwordLog::Role::misses, expected);
    }
  } else {
    if (named == locations.size()) return false;
    note_miss(*thread, named);
  }
  close(*thread);
  return true;
}

MultiwordLog::Operation& MultiwordLogBuilder::begin_versions(const Thread& thread, MultiwordLog::Role role,
                                                             std::size_t size) {
  MultiwordLog::Operation& op = log_.operations[thread.operation];
  op.begin = static_cast<std::uint32_t>(log_.versions.size());
  op.size = static_cast<std::uint16_t>(size);
  op.role = role;
  return op;
}

void MultiwordLogBuilder::note(const Thread& thread, MultiwordLog::Role role, std::span<const Value> before,
                               std::span<const Value> after) {
  begin_versions(thread, role, before.size());
  for (const std::span<const Value> values : {before, after}) {
    for (std::size_t k = 0; k < values.size(); ++k)
      numbers_.number_later(thread.locations[k], values[k], log_.versions);
  }
}

void MultiwordLogBuilder::note_miss(const Thread& thread, std::size_t k) {
  begin_versions(thread, MultiwordLog::Role::misses, 1);
  numbers_.number_later(thread.locations[k], thread.list(1)[k], log_.versions);
}

void MultiwordLogBuilder::close(Thread& thread) {
  log_.operations[thread.operation].ret = next_rank_++;
  thread.open = false;
}

std::optional<MultiwordLog> MultiwordLogBuilder::finish() {
  for (const Thread& thread : threads_) {
    if (!thread.open) continue;
    switch (thread.method) {
      case Method::read: begin_versions(thread, MultiwordLog::Role::reads, 0); break;
      case Method::mwcas: note(thread, MultiwordLog::Role::perhaps, thread.list(1), thread.list(2)); break;
      case Method::swap: return std::nullopt;  // what it overwrote is not known
    }
  }
  if (log_.versions.size() > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  numbers_.settle(log_.versions);
  log_.initial = numbers_.initial_versions();
  log_.threads = static_cast<std::size_t>(std::ranges::count_if(threads_, &Thread::known));
  return std::move(log_);
}

}  // namespace linnet
