// Folders for temporary files.
#pragma once

#include <sys/types.h>

#include <string>

namespace linnet {

// Makes a new folder in the system's place for them ($TMPDIR, or /tmp); its name begins with `name`. Throws
// InputError if that is impossible.
std::string make_temporary_folder(const std::string& name);

// A folder that is removed with everything in it, even if this process is killed: a separate process waits
// for that.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  void start_keeper();

  std::string path_;
  int alive_ = -1;  // the end of a pipe that is open as long as this process lives
  pid_t keeper_ = -1;
};

}  // namespace linnet
