// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A job: device passes and host pass side by side in children. The host pass starts at once and
// waits for the fat binary, at the very end of its work, on a pipe.
#include "frontend/Frontend.h"
#include "frontend/Pass.h"
#include "frontend/ast/Warnings.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <set>
#include <unistd.h>

namespace anywarp::frontend {
namespace {

Installation theInstallation;

/// The host pass's end of the pipe reads "/dev/fd/N" as an ordinary file name.
struct Pipe {
  int ends[2] = {-1, -1};
  bool open() { return pipe2(ends, O_CLOEXEC) == 0; }
  void closeEnd(int which) {
    if (ends[which] >= 0)
      close(ends[which]);
    ends[which] = -1;
  }
  ~Pipe() {
    closeEnd(0);
    closeEnd(1);
  }
  std::string path() const { return "/dev/fd/" + std::to_string(ends[0]); }
};

/// Writes all; false if the reader went away. SIGPIPE must be ignored.
bool feed(int file, const std::string &bytes) {
  for (size_t done = 0; done < bytes.size();) {
    ssize_t n = write(file, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    done += size_t(n);
  }
  return true;
}

/// Collects the diagnostics of the passes; what several passes say alike is said once.
class Report {
public:
  void add(const Child &child, const std::string &what) {
    for (Message &message : splitMessages(child.output.messages))
      if (seen_.insert(message.text).second) {
        errors += message.isError;
        list_.push_back(std::move(message));
      }
    if (!child.crash.empty())
      list_.push_back({true, "nvcc error   : " + child.crash + " (" + what + ")\n"});
  }

  /// All of it. nvcc's front end comes to some warnings at the end of a file that it has not
  /// refused (`isRefused`).
  std::string text(bool isRefused) const {
    std::string text;
    for (const Message &message : list_)
      if (message.isError || !isRefused || !comesLast(message.text))
        text += message.text;
    return text;
  }
  unsigned errors = 0;

private:
  static bool comesLast(const std::string &text) {
    const std::string_view line = std::string_view(text).substr(0, text.find('\n'));
    for (const unsigned number : {kNotReferenced, kSetButNotUsed, kHostCall})
      if (line.ends_with("[#" + std::to_string(number) + "-D]"))
        return true;
    return false;
  }

  std::set<std::string> seen_;
  std::vector<Message> list_;
};

} // namespace

const Installation &installation() { return theInstallation; }
void setInstallation(Installation installation) { theInstallation = std::move(installation); }

CompileResult compile(const CompileJob &job) {
  CompileResult result;
  signal(SIGPIPE, SIG_IGN);
  fflush(nullptr);

  Pipe pipe;
  bool embeds = job.host == CompileJob::Object || job.host == CompileJob::Assembly;
  if (embeds && !pipe.open()) {
    result.exitCode = 1;
    result.diagnostics = "nvcc fatal   : Could not create a pipe\n";
    return result;
  }

  std::vector<std::unique_ptr<Child>> device;
  std::unique_ptr<Child> host;
  auto cannotFork = [&] {
    result.exitCode = 1;
    result.diagnostics = "nvcc fatal   : Could not start a compiler pass\n";
    return result;
  };
  if (job.host != CompileJob::Preprocess)
    for (const Arch &arch : job.archs) {
      device.push_back(Child::start([&job, &arch, &pipe](ChildOutput &output) {
        pipe.closeEnd(0);
        pipe.closeEnd(1);
        return runPass(job, &arch, {}, output);
      }));
      if (!device.back())
        return cannotFork();
    }
  if (job.host != CompileJob::NoHost) {
    host = Child::start([&](ChildOutput &output) {
      pipe.closeEnd(1);
      // nvcc preprocesses for the device.
      const Arch *arch = embeds ? nullptr : &job.archs.front();
      return runPass(job, arch, embeds ? pipe.path() : std::string(), output);
    });
    if (!host)
      return cannotFork();
    pipe.closeEnd(0);
  }

  Report report;
  for (size_t i = 0; i < device.size(); ++i) {
    int code = device[i]->wait();
    report.add(*device[i], "device pass for " + job.archs[i].name("sm_") + ", " + job.input);
    if (code != 0)
      result.exitCode = result.exitCode ? result.exitCode : (code >= 128 ? 1 : code);
    else
      result.ptx.push_back({job.archs[i], std::move(device[i]->output.data)});
  }
  if (host) {
    if (result.exitCode != 0 && embeds) {
      // Nothing to embed. What the host pass has to say would mostly repeat. nvcc's host front end
      // reads the source first and ends with a code of its own.
      pipe.closeEnd(1);
      if (result.exitCode != kRefusedByLanguage)
        host->stop();
      else if (host->wait() != kRefusedByLanguage)
        result.exitCode = 1;
    } else {
      if (embeds) {
        bool fed = feed(pipe.ends[1], job.makeFatBinary(result.ptx));
        (void)fed; // a reader gone is a failed host pass, reported below
        pipe.closeEnd(1);
      }
      int code = host->wait();
      if (!embeds && code == 128 + SIGPIPE)
        host->crash.clear(); // whoever reads the text has had enough
      report.add(*host, "host pass, " + job.input);
      if (code != 0)
        result.exitCode = code >= 128 ? 1 : code;
      result.host = std::move(host->output.data);
    }
  }
  if (result.exitCode == kRefusedByRequest || result.exitCode == kRefusedByRule)
    result.exitCode = kRefusedByLanguage;
  result.errors = report.errors;
  result.diagnostics = report.text(result.exitCode == kRefusedByLanguage);
  // Without a host pass nvcc ends with 1, whoever refuses.
  if (result.exitCode && !embeds)
    result.exitCode = 1;
  return result;
}

} // namespace anywarp::frontend
