// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps of each phase.
#include "Driver.h"
#include "Assembly.h"
#include "DeviceLink.h"
#include "Texts.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

#include "common/Program.h"
#include "common/PtxInfo.h"
#include "fatbin/Writer.h"
#include "ptx/parse/Parser.h"

namespace anywarp::nvcc {
namespace {

constexpr std::string_view kName = "nvcc";

std::string withoutExtension(std::string path) {
  if (size_t dot = path.find_last_of("./"); dot != std::string::npos && path[dot] == '.')
    path.resize(dot);
  return path;
}

} // namespace

Layout Layout::find() {
  Layout layout;
  char buffer[4096];
  ssize_t n = readlink("/proc/self/exe", buffer, sizeof buffer);
  std::string self(buffer, n > 0 ? size_t(n) : 0);
  std::string bin = self.substr(0, self.rfind('/'));
  layout.top = bin.substr(0, bin.rfind('/'));
  layout.include = layout.top + "/include";
  for (const char *candidate : {"/include", "/include/anywarp-cuda"})
    if (exists(layout.top + candidate + "/anywarp/prelude.h"))
      layout.include = layout.top + candidate;
  layout.library = layout.top + "/lib";
  for (const char *candidate : {"/lib", "/" AW_LIBDIR "/anywarp", "/" AW_LIBDIR, "/lib64"})
    if (exists(layout.top + candidate + "/libcudart_static.a")) {
      layout.library = layout.top + candidate;
      break;
    }
  for (const std::string &candidate :
       {layout.library + "/libdevice.bc", layout.library + "/anywarp/libdevice.bc",
        layout.library + "/../libdevice.bc"})
    if (exists(candidate)) {
      layout.libdevice = candidate;
      break;
    }
  return layout;
}

int Driver::clean(const std::string &path) const {
  if (plan_.verbose)
    fprintf(stderr, "#$ rm %s\n", path.c_str());
  if (!plan_.dryRun)
    unlink(path.c_str());
  return 0;
}

std::string Driver::outputName(const Input &input, const char *extension) const {
  if (!plan_.output.empty())
    return plan_.output;
  std::string name = input.stem + extension;
  return plan_.outputDirectory.empty() ? name : plan_.outputDirectory + "/" + name;
}

std::string Driver::objectName(const Input &input) {
  if (plan_.phase == Phase::Object)
    return outputName(input, ".o");
  if (plan_.keep)
    return plan_.keepDirectory + "/" + input.stem + ".o";
  bool isFirst = temporary_.folder().empty();
  std::string file = temporary_.file(input.stem + ".o");
  if (isFirst && plan_.dryRun)
    show({"mkdir", "-p", temporary_.folder()}); // this one goes with the program
  return file;
}

std::string Driver::hostCompiler(bool isC) const {
  std::string name = line_.value(Opt::CompilerBindir);
  if (name.empty())
    if (const char *variable = getenv("NVCC_CCBIN"))
      name = variable;
  struct stat info;
  if (!name.empty() && stat(name.c_str(), &info) == 0 && S_ISDIR(info.st_mode))
    return name + (isC ? "/gcc" : "/g++");
  if (!name.empty())
    return name;
  return isC ? "gcc" : "g++";
}

std::string Driver::makeContainer(const std::vector<frontend::PtxImage> &images,
                                  const Input &input) {
  std::vector<fatbin::NewEntry> entries;
  std::string options;
  auto addOption = [&](const std::string &option) {
    options += (options.empty() ? "" : " ") + option;
  };
  if (plan_.relocatable)
    addOption("--compile-only");
  if (line_.value(Opt::MaxRegCount, "0") != "0")
    addOption("-maxrregcount=" + line_.value(Opt::MaxRegCount));
  for (const std::string &option : line_.all(Opt::Xptxas))
    addOption(option);
  std::string mode = line_.value(Opt::CompressMode, "default");
  for (const frontend::PtxImage &image : images) {
    fatbin::NewEntry entry;
    entry.arch = {image.arch.number, image.arch.suffix};
    entry.contents = image.text;
    entry.debug = line_.has(Opt::DeviceDebug);
    if (entry.debug || line_.has(Opt::LineInfo) || line_.has(Opt::Debug))
      entry.sourceName = input.path;
    entry.options = options;
    if (std::string devices = plan_.devicesOf(image.arch); !devices.empty())
      entry.options += (options.empty() ? "" : " ") + std::string(fatbin::kForDevices) + devices;
    entry.compression = line_.has(Opt::NoCompress) || mode == "none" ? fatbin::Compression::None
                        : mode == "speed"                            ? fatbin::Compression::Lz4
                                                                     : fatbin::Compression::Zstd;
    entries.push_back(std::move(entry));
  }
  Expected<std::string> bytes = fatbin::writeContainer(entries);
  if (bytes)
    return std::move(*bytes);
  fprintf(stderr, "nvcc fatal   : %s\n", bytes.status().message().c_str());
  return {};
}

void Driver::addDependencyOptions(std::vector<std::string> &options, const Input &input,
                                  const std::string &target) const {
  bool isOnly = plan_.phase == Phase::Dependencies;
  bool withSystem = line_.has(Opt::Dependencies) || line_.has(Opt::DependenciesToo);
  if (!isOnly && !withSystem && !line_.has(Opt::NonSystemDependenciesToo))
    return;
  auto add = [&](std::initializer_list<std::string> list) { options.insert(options.end(), list); };
  add({isOnly ? (withSystem ? "-M" : "-MM") : (withSystem ? "-MD" : "-MMD")});
  std::string file = line_.value(Opt::DependencyOutput);
  if (file.empty()) {
    if (isOnly) {
      file = plan_.output.empty() ? "-" : plan_.output;
    } else {
      file = withoutExtension(target) + ".d";
    }
  }
  add({"-MF", file});
  add({"-MT", line_.value(Opt::DependencyTarget, isOnly ? input.stem + ".o" : target)});
  if (line_.has(Opt::DependencyTargets))
    add({"-MP"});
}

void Driver::showResources(const std::vector<frontend::PtxImage> &images) const {
  std::vector<std::string> toAssembler = line_.all(Opt::Xptxas);
  auto wants = [&](const char *word) {
    return std::find(toAssembler.begin(), toAssembler.end(), word) != toAssembler.end();
  };
  if (!line_.has(Opt::ResourceUsage) && !wants("-v") && !wants("--verbose"))
    return;
  for (const frontend::PtxImage &image : images) {
    Diagnostics ignored; // the compiler's own text
    if (std::unique_ptr<ptx::Module> module = ptx::parse(image.text, ignored))
      fputs(tool::describeKernels(*module, image.arch.name("sm_")).c_str(), stderr);
  }
}

std::string Driver::directCuda(frontend::CompileJob &job, const Input &input, std::string &object) {
  std::string output;
  switch (plan_.phase) {
  case Phase::Preprocess:
    job.host = frontend::CompileJob::Preprocess;
    job.preprocessOutput = plan_.output.empty() ? "-" : plan_.output;
    break;
  case Phase::Dependencies:
    job.host = frontend::CompileJob::Preprocess;
    addDependencyOptions(job.options, input, {});
    break;
  case Phase::Ptx:
  case Phase::Cubin:
  case Phase::Fatbin:
    job.host = frontend::CompileJob::NoHost;
    output = outputName(input, plan_.phase == Phase::Ptx     ? ".ptx"
                               : plan_.phase == Phase::Cubin ? ".cubin"
                                                             : ".fatbin");
    break;
  case Phase::Cuda:
    job.host = frontend::CompileJob::Assembly;
    output = outputName(input, ".cu.cpp.ii");
    addDependencyOptions(job.hostOptions, input, output);
    break;
  default:
    output = object = objectName(input);
    if (object.empty())
      break;
    addDependencyOptions(job.hostOptions, input, output);
    // A temporary object goes away: what tells of it stays where nvcc was called.
    job.coverageStem = plan_.phase == Phase::Object ? withoutExtension(output) : input.stem;
    break;
  }
  return output;
}

/// In one process for all; as notes, what to give Clang for nearly the same.
void Driver::showPasses(const frontend::CompileJob &job) const {
  auto note = [](const std::string &text) { fprintf(stderr, "#$ # %s\n", text.c_str()); };
  for (const frontend::Arch &arch : job.archs) {
    note("-- device pass -arch " + arch.name("compute_") + " --");
    note(quoted(frontend::describePass(job, &arch)));
  }
  if (job.host == frontend::CompileJob::Object || job.host == frontend::CompileJob::Assembly) {
    note("-- host pass --");
    note(quoted(frontend::describePass(job, nullptr)));
  }
}

bool Driver::assembleCuda(const frontend::CompileJob &job, const frontend::CompileResult &result) {
  if (plan_.phase == Phase::Ptx || job.host == frontend::CompileJob::Preprocess)
    return true;
  AssemblyJob assembly;
  assembly.input = job.input;
  assembly.isWhole = !plan_.relocatable;
  assembly.withLines = [&](const frontend::Arch &arch) {
    frontend::CompileJob again = job;
    again.archList = again.archs;
    again.archs = {arch};
    again.host = frontend::CompileJob::NoHost;
    again.lineInfo = true;
    std::vector<frontend::PtxImage> images = frontend::compile(again).ptx;
    return images.empty() ? std::string() : std::move(images.front().text);
  };
  return checkAssembly(result.ptx, assembly);
}

/// What --keep leaves: the PTX of each architecture, and the container.
bool Driver::keepCode(const std::vector<frontend::PtxImage> &images, const Input &input) {
  const std::string stem = plan_.keepDirectory + "/" + input.stem;
  for (const frontend::PtxImage &image : images) {
    std::string arch = images.size() > 1 ? "." + image.arch.name("compute_") : "";
    if (!tool::writeFile(kName, stem + arch + ".ptx", image.text))
      return false;
  }
  return plan_.phase == Phase::Ptx ||
         tool::writeFile(kName, stem + ".fatbin", makeContainer(images, input));
}

bool Driver::writeCuda(const frontend::CompileResult &result, const Input &input,
                       const std::string &output) {
  switch (plan_.phase) {
  case Phase::Preprocess:
  case Phase::Dependencies:
    return true;
  case Phase::Ptx:
    return tool::writeFile(kName, output, result.ptx.front().text);
  case Phase::Cubin:
  case Phase::Fatbin: {
    std::string bytes = makeContainer(result.ptx, input);
    return !bytes.empty() && tool::writeFile(kName, output, bytes);
  }
  case Phase::Cuda:
    return tool::writeFile(kName, output, cppOfAssembly(result.host));
  default:
    return tool::writeFile(kName, output, result.host);
  }
}

int Driver::compileCuda(const Input &input, std::string &object) {
  frontend::CompileJob job = makeJob(line_, plan_);
  job.input = input.path;
  job.timeTrace = tracePrefix(input);
  if (input.isStandardInput)
    job.options.insert(job.options.end(), {"-iquote", "."}); // as g++ does
  const HostCompiler host = askHostCompiler(hostCompiler(/*isC=*/false));
  job.hostVersion = host.version;
  job.hostFolder = host.folder;
  job.makeFatBinary = [&](const std::vector<frontend::PtxImage> &images) {
    return makeContainer(images, input);
  };
  const std::string output = directCuda(job, input, object);
  if (output.empty() && job.host == frontend::CompileJob::Object)
    return 1;
  if (line_.has(Opt::Clean))
    return output.empty() ? 0 : clean(output);
  if (plan_.verbose) {
    showPasses(job);
    showOwn(compilePhase(), {input.path}, output.empty() ? plan_.output : output);
    if (plan_.dryRun)
      return 0;
  }
  if (!exists(input.path)) {
    fprintf(stderr, "nvcc fatal   : Could not open input file '%s'\n", input.path.c_str());
    return 1;
  }

  frontend::CompileResult result;
  {
    StopWatch watch(times_, input.path + " , compile", "nvcc");
    result = frontend::compile(job);
  }
  fputs(result.diagnostics.c_str(), stderr);
  if (result.exitCode != 0) {
    if (result.errors != 0)
      fprintf(stderr, "%u error%s detected in the compilation of \"%s\".\n", result.errors,
              result.errors == 1 ? "" : "s", input.path.c_str());
    return result.exitCode;
  }
  showResources(result.ptx);
  if (!assembleCuda(job, result))
    return 255;
  if (plan_.keep && !keepCode(result.ptx, input))
    return 1;
  return writeCuda(result, input, output) ? 0 : 1;
}

int Driver::compileHost(const Input &input, std::string &object) {
  frontend::CompileJob job = makeJob(line_, plan_);
  std::vector<std::string> command = {hostCompiler(input.language == Language::C), "-x",
                                      input.language == Language::C ? "c" : "c++"};
  auto add = [&](std::initializer_list<std::string> list) { command.insert(command.end(), list); };
  // What was said of nvcc's own warnings, with Clang's names, comes first; g++ has others.
  for (size_t i = plan_.warnings.options.size(); i < job.options.size(); ++i)
    if (input.language != Language::C || !job.options[i].starts_with("-std=c++"))
      add({job.options[i]});
  command.insert(command.end(), job.hostOptions.begin(), job.hostOptions.end());
  if (input.isStandardInput)
    add({"-iquote", "."});
  add({"-D__NVCC__", "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0",
       "-D__CUDACC_VER_BUILD__=88", "-I" + layout_.include, "-isystem", layout_.include + "/cccl",
       "-idirafter", layout_.include + "/anywarp/cccl", "-m64",
       "-O" + std::to_string(job.hostOptLevel)});
  if (job.hostDebug)
    add({"-g"});
  if (job.ignoreWarnings)
    add({"-w"});
  if (job.warningsAreErrors)
    add({"-Werror"});
  switch (plan_.phase) {
  case Phase::Preprocess:
    add({"-E", input.path});
    if (!plan_.output.empty())
      add({"-o", plan_.output});
    break;
  case Phase::Dependencies:
    addDependencyOptions(command, input, {});
    add({input.path});
    break;
  case Phase::Ptx:
  case Phase::Cubin:
  case Phase::Fatbin:
  case Phase::Cuda:
    return 0; // no device code in it
  default:
    object = objectName(input);
    if (object.empty())
      return 1;
    if (line_.has(Opt::Clean))
      return clean(object);
    addDependencyOptions(command, input, object);
    add({"-c", input.path, "-o", object});
    break;
  }
  return line_.has(Opt::Clean) ? 0 : execute((input.path + " , host compile").c_str(), command);
}

int Driver::packPtx(const Input &input) {
  if (plan_.phase != Phase::Cubin && plan_.phase != Phase::Fatbin) {
    fprintf(stderr, "nvcc fatal   : PTX input '%s' can only be made a -cubin or a -fatbin\n",
            input.path.c_str());
    return 1;
  }
  std::string output = outputName(input, plan_.phase == Phase::Cubin ? ".cubin" : ".fatbin");
  if (line_.has(Opt::Clean))
    return clean(output);
  showOwn({}, {input.path}, output);
  if (plan_.dryRun)
    return 0;
  frontend::PtxImage image{plan_.archs.front(), {}};
  if (!tool::readFile(kName, input.path, image.text))
    return 1;
  if (size_t at = image.text.find(".target"); at != std::string::npos) {
    size_t begin = image.text.find_first_not_of(" \t", at + 7);
    size_t end = image.text.find_first_of(" \t\r\n,", begin);
    if (begin != std::string::npos && end != std::string::npos)
      if (auto arch = frontend::Arch::parse(image.text.substr(begin, end - begin)))
        image.arch = *arch;
  } else {
    fprintf(stderr, "nvcc fatal   : '%s' has no .target directive\n", input.path.c_str());
    return 1;
  }
  std::string bytes = makeContainer({image}, input);
  return !bytes.empty() && tool::writeFile(kName, output, bytes) ? 0 : 1;
}

int Driver::compileInput(Input input, std::string &object) {
  if (input.isStandardInput && !plan_.dryRun && !line_.has(Opt::Clean)) {
    input.path = temporary_.file("stdin");
    if (!storeStandardInput(input.path))
      return 1;
  }
  switch (input.language) {
  case Language::Cuda:
    return compileCuda(input, object);
  case Language::Cpp:
  case Language::C:
    return compileHost(input, object);
  case Language::Ptx:
    return packPtx(input);
  case Language::Object:
    object = input.path;
    return 0;
  }
  return 1;
}

int Driver::runProgram(const std::string &path) {
  std::vector<std::string> command = {path.find('/') == std::string::npos ? "./" + path : path};
  for (const std::string &argument : line_.all(Opt::RunArgs))
    command.push_back(argument);
  const char *folders = getenv("LD_LIBRARY_PATH");
  setenv("LD_LIBRARY_PATH", (layout_.library + ":" + (folders ? folders : "")).c_str(), 1);
  return execute(" , run", command);
}

int Driver::run() {
  int code = runPhase();
  int written = writeTimes();
  if (line_.has(Opt::DeviceTimeTrace) && !plan_.dryRun &&
      !writeTimeTrace(timeTracePath(line_.value(Opt::DeviceTimeTrace), plan_.output), traces_))
    written = 1;
  return code ? code : written;
}

int Driver::runPhase() {
  showEnvironment();
  if (std::string named = hostCompiler(/*isC=*/false);
      !plan_.dryRun && (line_.has(Opt::CompilerBindir) || getenv("NVCC_CCBIN")) &&
      !isProgram(named)) {
    fprintf(stderr,
            "%s: No such file or directory\nnvcc fatal   : Failed to preprocess host compiler "
            "properties.\n",
            named.c_str());
    return 1;
  }
  if (isReadyToRun()) {
    // NVIDIA's starts its commands by a shell, and Meson puts quotes around the name.
    std::vector<std::string> words = cmdline::splitWords(plan_.inputs.front().path);
    return runProgram(words.empty() ? std::string() : words.front());
  }
  std::vector<std::string> objects;
  for (const Input &input : plan_.inputs) {
    std::string object;
    if (int code = compileInput(input, object))
      return code;
    if (object.empty())
      continue;
    if (object != input.path)
      sources_[object] = input.path;
    objects.push_back(std::move(object));
  }
  switch (plan_.phase) {
  case Phase::Link: {
    std::string output = plan_.output.empty() ? "a.out" : plan_.output;
    if (line_.has(Opt::Clean))
      return clean(output);
    std::string deviceLink;
    if (!line_.has(Opt::NoDeviceLink) && !line_.has(Opt::RelocatableLink)) {
      std::vector<RelocatableObject> linked = relocatableCode(objects);
      // The steps of a dry run have made none of the objects.
      if ((plan_.dryRun && plan_.relocatable) || !linked.empty()) {
        deviceLink = temporary_.file("device_link.o");
        if (int code = linkDevice(objects, std::move(linked), deviceLink))
          return code;
      }
    }
    if (int code = link(objects, deviceLink))
      return code;
    if (plan_.dryRun && !temporary_.folder().empty())
      show({"rm", "-r", temporary_.folder()});
    return line_.has(Opt::Run) ? runProgram(output) : 0;
  }
  case Phase::Archive:
    return archive(objects);
  case Phase::DeviceLink: {
    std::string output = plan_.output.empty() ? "a_dlink.o" : plan_.output;
    return line_.has(Opt::Clean) ? clean(output)
                                 : linkDevice(objects, relocatableCode(objects), output);
  }
  default:
    return 0;
  }
}

} // namespace anywarp::nvcc
