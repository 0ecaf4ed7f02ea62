// Objects that were compiled before, by what they were compiled from: nothing is compiled again that did not change.
//
// What tells an object is the text after preprocessing, the command, the compiler and the files with flags that the command names: so a
// header that changed, or another one that is found first, makes another object. They are in $LINNET_CACHE, or else in linnet/ in
// $XDG_CACHE_HOME or ~/.cache; LINNET_CACHE= keeps none. The oldest are removed when there are too many.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace linnet {

// The command of a compiler that leaves nothing elsewhere, if it is ended.
std::vector<std::string> with_temporary_files_in(const std::string& folder,
                                                 const std::vector<std::string>& command);

class ObjectCache {
 public:
  // `command` compiles one source to an object, and ends with -c SOURCE -o OBJECT. Temporary files go to `folder`.
  ObjectCache(const std::vector<std::string>& command, const std::string& folder);

  // Puts the object in its place, if it is known. False: it has to be compiled.
  bool find() const;
  // Keeps what was compiled.
  void keep() const;

 private:
  std::string object_;
  std::optional<std::string> kept_;  // where it is, or will be; nothing if it is not to be kept
};

}  // namespace linnet
