// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Carries a plan out: compiles each input, archives or links.
#pragma once

#include <chrono>
#include <map>

#include "DeviceLink.h"
#include "HostTools.h"
#include "Plan.h"
#include "TimeTrace.h"

namespace anywarp::nvcc {

/// Where this installation has its parts, found from the path of the running program: the build
/// tree and an installed prefix look alike.
struct Layout {
  std::string top;     ///< folder above bin
  std::string include; ///< holds cuda_runtime.h
  std::string library; ///< holds libcudart_static.a
  std::string libdevice;
  static Layout find();
};

class Driver {
public:
  Driver(const CommandLine &line, const Plan &plan, const Layout &layout)
      : line_(line), plan_(plan), layout_(layout) {}

  /// The exit code of nvcc.
  int run();

private:
  /// One input up to the end of the plan's phase. `object` is set when it has become an object
  /// file.
  int compileInput(Input input, std::string &object);
  int compileCuda(const Input &input, std::string &object);
  /// Tells the job what the plan's phase makes of the input. Gives the name of the output, which
  /// is empty where there is none and where `object` could not be named.
  std::string directCuda(frontend::CompileJob &job, const Input &input, std::string &object);
  void showPasses(const frontend::CompileJob &job) const;
  bool assembleCuda(const frontend::CompileJob &job, const frontend::CompileResult &result);
  bool keepCode(const std::vector<frontend::PtxImage> &images, const Input &input);
  bool writeCuda(const frontend::CompileResult &result, const Input &input,
                 const std::string &output);
  int compileHost(const Input &input, std::string &object);
  int packPtx(const Input &input);
  /// `deviceLink`: the registration object of relocatable code, or empty.
  int link(const std::vector<std::string> &objects, const std::string &deviceLink);
  int archive(const std::vector<std::string> &objects);
  /// The relocatable code of the objects and of the -l archives.
  std::vector<RelocatableObject> relocatableCode(const std::vector<std::string> &objects) const;
  /// The registration object of relocatable inputs; an empty object if there are none.
  int linkDevice(const std::vector<std::string> &objects, std::vector<RelocatableObject> linked,
                 const std::string &output);
  /// Paths of -l libraries that are static archives in the -L folders and those of LIBRARY_PATH.
  std::vector<std::string> archives() const;
  int runProgram(const std::string &path);
  /// The line has --run and one executable, which is not compiled or linked.
  bool isReadyToRun() const;
  void addDependencyOptions(std::vector<std::string> &options, const Input &input,
                            const std::string &target) const;

  std::string outputName(const Input &input, const char *extension) const;
  std::string objectName(const Input &input);
  std::string hostCompiler(bool isC) const;
  std::string makeContainer(const std::vector<frontend::PtxImage> &images, const Input &input);
  int clean(const std::string &path) const;
  void show(const std::vector<std::string> &command) const;
  void showEnvironment() const;
  /// The step that a run of this nvcc is, with the options of the line, `option` and file names.
  void showOwn(const std::string &option, const std::vector<std::string> &inputs,
               const std::string &output) const;
  /// The option by which an input is compiled alone as in this run, unless the line has it.
  std::string compilePhase() const;
  /// `phase`: source and name of the step in the table of --time.
  int execute(const char *phase, const std::vector<std::string> &command);
  /// What -Xptxas -v and --resource-usage ask for.
  void showResources(const std::vector<frontend::PtxImage> &images) const;
  int runPhase();
  /// Appends the table of --time.
  int writeTimes() const;
  /// Where the passes of a compile leave their traces; empty without --fdevice-time-trace.
  std::string tracePrefix(const Input &input);

  /// Adds a line to the table of --time when it goes out of scope.
  class StopWatch {
  public:
    StopWatch(std::vector<std::string> &times, std::string phase, std::string tool)
        : times_(times), phase_(std::move(phase)), tool_(std::move(tool)) {}
    ~StopWatch();

  private:
    std::vector<std::string> &times_;
    std::string phase_, tool_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  };

  const CommandLine &line_;
  const Plan &plan_;
  const Layout &layout_;
  TemporaryFolder temporary_;
  std::map<std::string, std::string> sources_; ///< of the objects that this run compiled
  std::vector<std::string> times_;             ///< lines of the table of --time
  std::vector<PassTrace> traces_;
};

} // namespace anywarp::nvcc
