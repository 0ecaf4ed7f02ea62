// Tests the cache model against its definition: the possible contents of a line after a crash, enumerated
// over the whole past.
#include "runtime/persistence/cache_lines.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "scale.hpp"

namespace linnet::runtime {
namespace {

constexpr std::size_t kLines = 2;
constexpr std::size_t kLineSize = CacheLines::kSize;

struct Happening {
  enum class Kind : std::uint8_t { store, flush, flush_at_once, fence } kind;
  ThreadNumber thread = 0;
  std::size_t offset = 0;  // in memory; not for fences
  unsigned char value = 0;
};
using Past = std::vector<Happening>;
using Contents = std::set<std::string>;  // of one line

std::size_t line_of(const Happening& h) {
  return h.offset / kLineSize;
}

std::string describe(const Past& past) {
  std::string text;
  for (const Happening& h : past) {
    switch (h.kind) {
      case Happening::Kind::store: text += "store"; break;
      case Happening::Kind::flush: text += "clwb"; break;
      case Happening::Kind::flush_at_once: text += "clflush"; break;
      case Happening::Kind::fence: text += "sfence"; break;
    }
    text += " t" + std::to_string(h.thread) + " @" + std::to_string(h.offset) + "=" +
            std::to_string(h.value) + "; ";
  }
  return text;
}

// The number of the line's stores that must be there: those before a flush of it that was completed.
std::size_t forced_stores(const Past& past, std::size_t line) {
  std::size_t stores = 0, forced = 0;
  for (std::size_t i = 0; i < past.size(); ++i) {
    const Happening& h = past[i];
    if (h.kind == Happening::Kind::fence || line_of(h) != line) continue;
    bool completed = h.kind == Happening::Kind::flush_at_once;
    for (std::size_t j = i + 1; h.kind == Happening::Kind::flush && j < past.size(); ++j) {
      completed |= past[j].kind == Happening::Kind::fence && past[j].thread == h.thread;
    }
    if (completed) forced = stores;
    stores += h.kind == Happening::Kind::store;
  }
  return forced;
}

Contents by_definition(const Past& past, std::size_t line) {
  Contents contents;
  const std::size_t forced = forced_stores(past, line);
  std::string content(kLineSize, '\0');
  std::size_t stores = 0;
  if (forced == 0) contents.insert(content);
  for (const Happening& h : past) {
    if (h.kind != Happening::Kind::store || line_of(h) != line) continue;
    content[h.offset % kLineSize] = static_cast<char>(h.value);
    if (++stores >= forced) contents.insert(content);
  }
  return contents;
}

class Machine {
 public:
  // The content of the line after the crash if it is content number `choice`; nothing if there is no such
  // content.
  std::optional<std::string> after_crash(const Past& past, std::size_t line, std::uint32_t choice) {
    std::memset(memory_, 0, sizeof memory_);
    CacheLines lines;
    for (const Happening& h : past) happen(lines, h);
    const std::vector<LineAtCrash> written = lines.written();
    lines.crash();
    const std::uint64_t address = address_of(line * kLineSize);
    if (const auto open = lines.open_line(address, kLineSize)) {
      EXPECT_EQ(*open, address);
      if (choice >= lines.contents(address)) return std::nullopt;
      const CacheLines::Loss loss = lines.decide(address, choice);
      EXPECT_EQ(std::memcmp(first_stores(written, address, loss.kept).data(), memory_ + line * kLineSize,
                            kLineSize),
                0)
          << "other stores are said to be there; " << describe(past);
    } else if (choice > 0) {
      return std::nullopt;
    }
    return std::string(reinterpret_cast<const char*>(memory_ + line * kLineSize), kLineSize);
  }

 private:
  // The content of the line after this many of its stores.
  static std::string first_stores(const std::vector<LineAtCrash>& written, std::uint64_t address,
                                  std::uint32_t count) {
    std::string content(kLineSize, '\0');
    for (const LineAtCrash& line : written) {
      if (line.address != address) continue;
      EXPECT_LE(line.forced, count);
      for (std::uint32_t i = 0; i < count; ++i)
        content[line.stores.at(i).access.address - address] = static_cast<char>(line.stores[i].value);
    }
    return content;
  }

  std::uint64_t address_of(std::size_t offset) const {
    return reinterpret_cast<std::uint64_t>(memory_ + offset);
  }

  void happen(CacheLines& lines, const Happening& h) {
    const std::uint64_t address = address_of(h.offset);
    switch (h.kind) {
      case Happening::Kind::store:
        lines.storing({h.thread, {address, 1, true}, 0});
        memory_[h.offset] = h.value;
        lines.stored(h.thread);
        break;
      case Happening::Kind::flush: lines.flush(h.thread, address); break;
      case Happening::Kind::flush_at_once: lines.flush_at_once(address); break;
      case Happening::Kind::fence: lines.fence(h.thread); break;
    }
  }

  alignas(kLineSize) unsigned char memory_[kLines * kLineSize];
};

void expect_agreement(const Past& past) {
  Machine machine;
  for (std::size_t line = 0; line < kLines; ++line) {
    const Contents expected = by_definition(past, line);
    Contents found;
    for (std::uint32_t choice = 0;; ++choice) {
      const auto content = machine.after_crash(past, line, choice);
      if (!content) break;
      EXPECT_TRUE(found.insert(*content).second) << "twice the same; " << describe(past);
    }
    EXPECT_EQ(found, expected) << "line " << line << "; " << describe(past);
  }
}

TEST(CacheLines, AgreeWithTheDefinition) {
  std::mt19937 random(1);
  const auto below = [&random](unsigned n) { return random() % n; };
  for (std::size_t i = 0; i < cases(20'000) && !testing::Test::HasFailure(); ++i) {
    Past past(1 + below(9));
    for (Happening& h : past) {
      constexpr Happening::Kind kKinds[] = {Happening::Kind::store, Happening::Kind::store,
                                            Happening::Kind::flush, Happening::Kind::flush_at_once,
                                            Happening::Kind::fence};
      h = {kKinds[below(5)], static_cast<ThreadNumber>(below(2)), below(kLines) * kLineSize + 8 * below(2),
           static_cast<unsigned char>(below(3))};
    }
    expect_agreement(past);
  }
}

TEST(CacheLines, AStoreOfManyWordsSurvivesWordByWord) {
  alignas(kLineSize) unsigned char memory[2 * kLineSize] = {};
  CacheLines lines;
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  lines.storing({0, {address + kLineSize - 16, 24, true}, 0});
  std::memset(memory + kLineSize - 16, 7, 24);
  lines.crash();
  EXPECT_EQ(lines.contents(address), 3u) << "two words of the first line: none, one, both";
  EXPECT_EQ(lines.contents(address + kLineSize), 2u);
  const CacheLines::Loss loss = lines.decide(address, 1);
  ASSERT_EQ(loss.stores.size(), 1u);
  EXPECT_EQ(loss.stores.front().access.address, address + kLineSize - 8);
  EXPECT_EQ(memory[kLineSize - 9], 7);
  EXPECT_EQ(memory[kLineSize - 8], 0);
}

TEST(CacheLines, StayOpenAcrossASecondCrash) {
  alignas(kLineSize) unsigned char memory[kLineSize] = {};
  CacheLines lines;
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  lines.storing({0, {address, 1, true}, 0});
  memory[0] = 1;
  lines.crash();
  lines.flush(0, address);  // no thread has accessed it: there is nothing to write back
  lines.fence(0);
  lines.crash();
  EXPECT_EQ(lines.contents(address), 2u);
}

}  // namespace
}  // namespace linnet::runtime
