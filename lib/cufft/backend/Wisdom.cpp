// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of wisdom in the compute cache's folder.
#include "cufft/backend/Wisdom.h"

#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <unistd.h>

#include "support/Options.h"
#include "support/os/PrivateFile.h"

namespace anywarp::cufft {

/// Null: there is no folder, or none that can be trusted.
static const PrivateFolder *folder() {
  static const PrivateFolder *const opened = []() -> const PrivateFolder * {
    const std::string path = computeCacheFolder();
    if (path.empty())
      return nullptr;
    Expected<PrivateFolder> folder = PrivateFolder::open(path);
    return folder ? new PrivateFolder(std::move(*folder)) : nullptr;
  }();
  return opened;
}

bool Wisdom::isWanted() { return Options::get().fftPlans == "measured"; }

Wisdom::Wisdom(void *library, const std::string &prefix) : file_(prefix + "wisdom") {
  import_ = reinterpret_cast<decltype(import_)>(
      ::dlsym(library, (prefix + "import_wisdom_from_string").c_str()));
  export_ = reinterpret_cast<decltype(export_)>(
      ::dlsym(library, (prefix + "export_wisdom_to_string").c_str()));
}

void Wisdom::load() const {
  const int descriptor = import_ && folder() ? folder()->openFile(file_) : -1;
  if (descriptor < 0)
    return;
  std::string text;
  char part[4096];
  for (ssize_t got; (got = ::read(descriptor, part, sizeof part)) > 0;)
    text.append(part, size_t(got));
  ::close(descriptor);
  (void)import_(text.c_str()); // FFTW refuses what another version of it wrote
}

void Wisdom::save() const {
  if (!export_ || !folder())
    return;
  load();
  const std::unique_ptr<char, decltype(&std::free)> text(export_(), &std::free);
  if (text)
    (void)folder()->writeFile(file_, {text.get()}); // an aid: without it the next process measures
}

} // namespace anywarp::cufft
