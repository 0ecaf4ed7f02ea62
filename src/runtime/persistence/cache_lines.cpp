// CacheLines: the stores of each line in order, and how many of them must have survived.
#include "runtime/persistence/cache_lines.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace linnet::runtime {
namespace {

constexpr std::uint64_t kWord = 8;

template <class Function>
void for_each_line(const Access& access, Function function) {
  const std::uint64_t end = access.address + access.size;
  for (std::uint64_t line = CacheLines::line_of(access.address); line < end; line += CacheLines::kSize)
    function(line);
}

}  // namespace

CacheLines::Content CacheLines::content_of(std::uint64_t line) {
  Content content;
  std::memcpy(content.data(), reinterpret_cast<const void*>(line), kSize);
  return content;
}

void CacheLines::storing(const Store& store) {
  stored(store.thread);
  threads_[store.thread].being_made = store;
  for_each_line(store.access, [&](std::uint64_t line) {
    std::vector<Version>& versions = lines_[line].versions;
    if (versions.empty()) versions.push_back({content_of(line), {}});
  });
}

void CacheLines::stored(ThreadNumber thread) {
  const auto found = threads_.find(thread);
  if (found == threads_.end() || !found->second.being_made) return;
  const Store store = *std::exchange(found->second.being_made, std::nullopt);
  for_each_line(store.access, [&](std::uint64_t line) { note_words(line, store); });
}

// Makes one version for each word of the line that the store changed.
void CacheLines::note_words(std::uint64_t address, const Store& store) {
  Line& line = lines_.at(address);
  const Content now = content_of(address);
  const std::uint64_t first = std::max(address, store.access.address & ~(kWord - 1));
  const std::uint64_t end = std::min(address + kSize, store.access.address + store.access.size);
  for (std::uint64_t word = first; word < end; word += kWord) {
    Content next = line.versions.back().content;
    std::memcpy(&next[word - address], &now[word - address], kWord);
    if (next == line.versions.back().content) continue;
    Store part = store;
    part.access.address = std::max(word, store.access.address);
    part.access.size = static_cast<std::uint32_t>(std::min(word + kWord, end) - part.access.address);
    part.value = 0;
    std::memcpy(&part.value, &now[part.access.address - address], part.access.size);
    line.versions.push_back({next, part});
  }
}

void CacheLines::flush(ThreadNumber thread, std::uint64_t address) {
  const auto found = lines_.find(line_of(address));
  if (found == lines_.end() || found->second.open) return;
  Line& line = found->second;
  line.flushed = static_cast<std::uint32_t>(line.versions.size()) - 1;
  threads_[thread].unfenced.push_back({found->first, line.flushed});
}

void CacheLines::flush_at_once(std::uint64_t address) {
  const auto found = lines_.find(line_of(address));
  if (found == lines_.end() || found->second.open) return;
  found->second.forced = static_cast<std::uint32_t>(found->second.versions.size()) - 1;
}

bool CacheLines::has_unfenced(ThreadNumber thread) const {
  const auto found = threads_.find(thread);
  return found != threads_.end() && !found->second.unfenced.empty();
}

void CacheLines::fence(ThreadNumber thread) {
  const auto found = threads_.find(thread);
  if (found == threads_.end()) return;
  for (const Unfenced& flush : found->second.unfenced) {
    Line& line = lines_.at(flush.line);
    line.forced = std::max(line.forced, flush.version);
  }
  found->second.unfenced.clear();
}

std::vector<LineAtCrash> CacheLines::written() {
  for (const auto& [thread, of] : threads_) stored(thread);
  std::vector<LineAtCrash> all;
  for (const auto& [address, line] : lines_) {
    if (line.open || line.versions.size() == 1) continue;
    LineAtCrash& written = all.emplace_back(LineAtCrash{address, {}, line.forced, std::nullopt});
    for (std::size_t i = 1; i < line.versions.size(); ++i) {
      written.stores.push_back(line.versions[i].by);
      written.stores.back().flushed = i <= line.flushed;
    }
  }
  return all;
}

void CacheLines::crash() {
  for (const auto& [thread, of] : threads_) stored(thread);
  for (auto at = lines_.begin(); at != lines_.end();) {
    Line& line = at->second;
    if (!line.open) drop_repeated(line);
    if (line.versions.size() == 1) {
      std::memcpy(reinterpret_cast<void*>(at->first), line.versions.front().content.data(), kSize);
      at = lines_.erase(at);
    } else {
      line.open = true;
      ++at;
    }
  }
  threads_.clear();
}

// Keeps the distinct versions that the line may have after a crash; of equal ones, the last.
void CacheLines::drop_repeated(Line& line) {
  std::vector<Version> different;
  for (std::size_t i = line.forced; i < line.versions.size(); ++i) {
    Version& version = line.versions[i];
    version.by.flushed = i <= line.flushed;
    version.number = static_cast<std::uint32_t>(i);
    std::erase_if(different, [&](const Version& v) { return v.content == version.content; });
    different.push_back(std::move(version));
  }
  line.versions = std::move(different);
}

std::optional<std::uint64_t> CacheLines::open_line(std::uint64_t address, std::uint64_t size) const {
  for (auto at = lines_.lower_bound(line_of(address)); at != lines_.end() && at->first < address + size;
       ++at) {
    if (at->second.open) return at->first;
  }
  return std::nullopt;
}

std::uint32_t CacheLines::contents(std::uint64_t line) const {
  return static_cast<std::uint32_t>(lines_.at(line).versions.size());
}

CacheLines::Loss CacheLines::decide(std::uint64_t line, std::uint32_t content) {
  const std::vector<Version> versions = std::move(lines_.at(line).versions);
  const std::size_t kept = versions.size() - 1 - content;
  std::memcpy(reinterpret_cast<void*>(line), versions[kept].content.data(), kSize);
  Loss loss{{}, versions[kept].number};
  for (std::size_t i = kept + 1; i < versions.size(); ++i) loss.stores.push_back(versions[i].by);
  lines_.erase(line);
  return loss;
}

void CacheLines::clear() {
  lines_.clear();
  threads_.clear();
}

}  // namespace linnet::runtime
