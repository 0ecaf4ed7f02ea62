// Folders for files that nobody keeps.
#pragma once

#include <sys/types.h>

#include <string>

namespace linnet {

// Makes a new folder where the system has such ($TMPDIR, or /tmp); its name begins like this. Throws InputError if there can
// be none.
std::string make_temporary_folder(const std::string& name);

// A folder that is removed with everything in it, even if this process is killed: a process of its own waits for that.
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
  int alive_ = -1;  // the end of a pipe that is open for as long as this process lives
  pid_t keeper_ = -1;
};

}  // namespace linnet
