// The values of a binary history, with what has been numbered so far.
#pragma once

#include <vector>

#include "history/formats/binary_bytes.hpp"
#include "linnet/value.hpp"

namespace linnet {

class BinaryValues {
 public:
  explicit BinaryValues(BinaryBytes& bytes) : bytes_(bytes) {}

  Value next();
  bool any_numbered() const { return !numbered_.empty(); }
  std::string text();  // that is UTF-8
  // Of a thread or an object: what other formats can name as well.
  Value label(bool may_be_null);

 private:
  Value numbered(Value v) { return numbered_.push_back(v), v; }
  Value other(std::uint64_t kind);
  Value array(std::uint64_t size);
  Value object();
  Value real();
  Value digits();

  BinaryBytes& bytes_;
  std::vector<Value> numbered_;
  std::size_t depth_ = 0;
};

// The beginning of a binary history: everything before its events.
struct BinaryHead {
  std::uint64_t flags = 0;
  Header header;
  std::vector<std::string> methods;
  std::vector<Value> threads, objects;

  bool has(std::uint64_t flag) const { return (flags & flag) != 0; }
};
BinaryHead read_binary_head(BinaryBytes& bytes, BinaryValues& values);

}  // namespace linnet
