// Object files of earlier runs, so that a source that has not changed is not compiled again.
//
// The name of an object is a hash of the text after preprocessing, the command, the compiler and the files with flags that the command
// names. So a header that changed, or another header that is found first, makes another object. The objects are in $LINNET_CACHE, or else
// in linnet/ in $XDG_CACHE_HOME or ~/.cache; if $LINNET_CACHE is empty, none is kept. The oldest are removed when there are too many.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace linnet {

class ObjectCache {
 public:
  // `command` compiles one source to an object, and ends with -c SOURCE -o OBJECT.
  explicit ObjectCache(const std::vector<std::string>& command);

  // Puts the object in its place, if it is known. False: it has to be compiled.
  bool find() const;
  // Keeps what was compiled.
  void keep() const;

 private:
  std::string object_;
  std::optional<std::string> kept_;  // where it is, or will be; nothing if it is not to be kept
};

}  // namespace linnet
