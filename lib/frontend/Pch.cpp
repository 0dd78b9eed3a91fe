// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cache of precompiled preludes. Three files for each key: KEY.meta (what it was made from; its
// presence makes the entry valid), KEY-PID.pch, KEY.ids (hashes of all identifiers that the prelude
// looked at). Each is written under another name and renamed, the meta file last.
#include "frontend/Pch.h"
#include "frontend/Command.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include "support/Environment.h"
#include "support/os/PrivateFile.h"

using namespace clang;

namespace anywarp::frontend {
namespace {

/// Entries beyond this many are removed, the longest unused first. A project for nine architectures
/// needs ten for each language standard, of up to 7 MB.
constexpr size_t kMaxEntries = 64;

struct Meta {
  struct File {
    std::string path;
    uint64_t size = 0, time = 0;
  };
  std::string pch;
  std::vector<File> files;
  llvm::StringSet<> firstComponents; ///< of the names in the prelude's #include lines
};

bool statFile(const std::string &path, uint64_t &size, uint64_t &time) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0)
    return false;
  size = uint64_t(info.st_size);
  time = uint64_t(info.st_mtim.tv_sec) * 1000000000 + uint64_t(info.st_mtim.tv_nsec);
  return true;
}

std::optional<PrivateFolder> cacheFolder() {
  std::string folder;
  if (const char *base = readEnvironment("XDG_CACHE_HOME"); base && *base == '/')
    folder = base;
  else if (const char *home = readEnvironment("HOME"); home && *home == '/')
    folder = std::string(home) + "/.cache";
  else
    return std::nullopt;
  Expected<PrivateFolder> opened = PrivateFolder::open(folder + "/anywarp/pch");
  if (!opened)
    return std::nullopt;
  return std::move(*opened);
}

/// The contents of a file of the cache; null if there is none that can be trusted.
std::unique_ptr<llvm::MemoryBuffer> readFile(const PrivateFolder &folder, const std::string &name) {
  int file = folder.openFile(name);
  if (file < 0)
    return nullptr;
  auto buffer = llvm::MemoryBuffer::getOpenFile(file, name, /*FileSize=*/-1,
                                                /*RequiresNullTerminator=*/false);
  close(file);
  return buffer ? std::move(*buffer) : nullptr;
}

bool isTrusted(const PrivateFolder &folder, const std::string &name) {
  int file = folder.openFile(name);
  if (file >= 0)
    close(file);
  return file >= 0;
}

std::optional<Meta> readMeta(const PrivateFolder &folder, const std::string &name) {
  std::unique_ptr<llvm::MemoryBuffer> buffer = readFile(folder, name);
  if (!buffer)
    return std::nullopt;
  Meta meta;
  bool complete = false;
  llvm::StringRef text = buffer->getBuffer();
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    auto [key, value] = line.split(' ');
    if (key == "pch") {
      meta.pch = value.str();
    } else if (key == "top") {
      meta.firstComponents.insert(value);
    } else if (key == "file") {
      Meta::File file;
      auto [size, more] = value.split(' ');
      auto [time, name] = more.split(' ');
      if (size.getAsInteger(10, file.size) || time.getAsInteger(10, file.time))
        return std::nullopt;
      file.path = name.str();
      meta.files.push_back(std::move(file));
    } else if (key == "end") {
      complete = true;
    }
  }
  if (!complete)
    return std::nullopt;
  return meta;
}

bool isCurrent(const PrivateFolder &folder, const Meta &meta) {
  if (!isTrusted(folder, llvm::sys::path::filename(meta.pch).str()))
    return false;
  for (const Meta::File &file : meta.files) {
    uint64_t size = 0, time = 0;
    if (!statFile(file.path, size, time) || size != file.size || time != file.time)
      return false;
  }
  return true;
}

struct IncludedNames : PPCallbacks {
  std::set<std::string> &names;
  explicit IncludedNames(std::set<std::string> &names) : names(names) {}
  void add(llvm::StringRef name) {
    if (!name.starts_with("/"))
      names.insert(name.split('/').first.str());
  }
  void InclusionDirective(SourceLocation, const Token &, StringRef name, bool, CharSourceRange,
                          OptionalFileEntryRef, StringRef, StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    add(name);
  }
  void HasInclude(SourceLocation, StringRef name, bool, OptionalFileEntryRef,
                  SrcMgr::CharacteristicKind) override {
    add(name);
  }
};

/// Sema's list of functions that errors of the program's own functions may concern.
template <auto Member> struct SemaMember {
  friend auto &checkedLater(Sema &sema) { return sema.*Member; }
};
template struct SemaMember<&Sema::DeclsToCheckForDeferredDiags>; // which may name what is private
auto &checkedLater(Sema &sema);

/// Who reads a precompiled header reads all functions on that list. The prelude's call none of the
/// program's, and the time was a third of a small kernel's compilation.
class ForgetCheckedLater : public SemaConsumer {
public:
  void InitializeSema(Sema &sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }
  void HandleTranslationUnit(ASTContext &) override {
    if (sema_)
      checkedLater(*sema_).clear();
  }

private:
  Sema *sema_ = nullptr;
};

/// Writes the precompiled header and notes what it depends on.
class MakePch : public GeneratePCHAction {
public:
  std::set<std::string> names, files;
  std::vector<uint64_t> identifiers;

protected:
  bool BeginSourceFileAction(CompilerInstance &instance) override {
    instance.getPreprocessor().addPPCallbacks(std::make_unique<IncludedNames>(names));
    return GeneratePCHAction::BeginSourceFileAction(instance);
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &instance,
                                                 StringRef file) override {
    std::unique_ptr<ASTConsumer> writer = GeneratePCHAction::CreateASTConsumer(instance, file);
    if (!writer)
      return nullptr;
    std::vector<std::unique_ptr<ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<ForgetCheckedLater>());
    consumers.push_back(std::move(writer));
    return std::make_unique<MultiplexConsumer>(std::move(consumers));
  }
  void EndSourceFileAction() override {
    SourceManager &manager = getCompilerInstance().getSourceManager();
    for (auto it = manager.fileinfo_begin(); it != manager.fileinfo_end(); ++it)
      files.insert(it->first.getName().str());
    for (const auto &entry : getCompilerInstance().getPreprocessor().getIdentifierTable())
      identifiers.push_back(llvm::xxh3_64bits(entry.getKey()));
    llvm::sort(identifiers);
    GeneratePCHAction::EndSourceFileAction();
  }
};

/// The cache, seen for one invocation.
class PreludeCache {
public:
  PreludeCache(const CompilerInvocation &invocation, PrivateFolder folder, std::string prelude)
      : folder_(std::move(folder)), prelude_(std::move(prelude)), base_(invocation) {
    base_.getPreprocessorOpts().Includes.clear();
    base_.getDependencyOutputOpts() = DependencyOutputOptions();
    FrontendOptions &frontend = base_.getFrontendOpts();
    frontend.Inputs.clear();
    frontend.OutputFile.clear();
    frontend.LLVMArgs.clear();
    frontend.ProgramAction = clang::frontend::GeneratePCH;
    CodeGenOptions normal;
    normal.OptimizationLevel = base_.getCodeGenOpts().OptimizationLevel ? 2 : 0;
    normal.OptimizeSize = base_.getCodeGenOpts().OptimizeSize;
    base_.getCodeGenOpts() = normal;
    base_.getLangOpts().PCHInstantiateTemplates = true;
    base_.getFileSystemOpts() = FileSystemOptions();
    DiagnosticOptions &diagnostics = base_.getDiagnosticOpts();
    diagnostics.ShowColors = false;
    diagnostics.DiagnosticLogFile.clear();
    diagnostics.DiagnosticSerializationFile.clear();
    splitMacros();
    splitSearchPath();
  }

  /// The path of a header for this invocation, made if needed; empty: none.
  std::string find() {
    // A user's macro matters if the prelude looks at its name. With it defined, the prelude may
    // look at more, so ask again.
    std::vector<std::pair<std::string, bool>> relevant;
    for (unsigned round = 0; round < 4; ++round) {
      CompilerInvocation invocation(base_);
      auto &macros = invocation.getPreprocessorOpts().Macros;
      macros.insert(macros.end(), relevant.begin(), relevant.end());
      std::string key = keyOf(invocation);
      std::optional<Meta> meta = readMeta(folder_, metaName(key));
      if (!meta || !isCurrent(folder_, *meta)) {
        if (!make(invocation, key))
          return {};
        meta = readMeta(folder_, metaName(key));
        if (!meta || !isCurrent(folder_, *meta))
          return {};
      }
      std::vector<std::pair<std::string, bool>> next;
      if (!userMacros_.empty() && !filterRelevant(key, next))
        return {};
      if (next == relevant) {
        if (isShadowed(*meta))
          return {};
        utimensat(AT_FDCWD, pathOf(metaName(key)).c_str(), nullptr, 0);
        return meta->pch;
      }
      relevant = std::move(next);
    }
    return {};
  }

private:
  static std::string metaName(const std::string &key) { return key + ".meta"; }
  std::string pathOf(const std::string &name) const { return folder_.path() + "/" + name; }

  void splitMacros() {
    auto &macros = base_.getPreprocessorOpts().Macros;
    for (const auto &macro : macros)
      if (!isOwnMacro(macro.first))
        userMacros_.push_back(macro);
    llvm::erase_if(macros, [](const auto &macro) { return !isOwnMacro(macro.first); });
  }

  void splitSearchPath() {
    auto &entries = base_.getHeaderSearchOpts().UserEntries;
    auto isOurs = [](const HeaderSearchOptions::Entry &entry) {
      return entry.Path == installation().include;
    };
    auto ours = llvm::find_if(entries, isOurs);
    std::vector<HeaderSearchOptions::Entry> kept;
    for (auto it = entries.begin(); it != entries.end(); ++it)
      if (it < ours || it->Group == clang::frontend::Quoted)
        userFolders_.push_back(it->Path);
      else
        kept.push_back(*it);
    entries = std::move(kept);
    for (const auto &entry : entries)
      llvm::erase_if(userFolders_, [&](const std::string &folder) {
        return llvm::sys::fs::equivalent(folder, entry.Path);
      });
  }

  std::string keyOf(const CompilerInvocation &invocation) const {
    std::string text;
    uint64_t size = 0, time = 0;
    // The program or library that this code is part of.
    Dl_info self;
    bool isLibrary = dladdr(reinterpret_cast<void *>(&cacheFolder), &self) && self.dli_fname &&
                     llvm::StringRef(self.dli_fname).contains(".so");
    statFile(isLibrary ? self.dli_fname : "/proc/self/exe", size, time);
    text += llvm::formatv("{0} {1} {2} {3}\n", LLVM_VERSION_STRING, prelude_, size, time);
    for (const std::string &argument : invocation.getCC1CommandLine())
      text += argument + '\n';
    llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
    return llvm::formatv("{0:x-16}{1:x-16}", hash.high64, hash.low64);
  }

  bool filterRelevant(const std::string &key,
                      std::vector<std::pair<std::string, bool>> &out) const {
    std::unique_ptr<llvm::MemoryBuffer> buffer = readFile(folder_, key + ".ids");
    if (!buffer || buffer->getBufferSize() % 8)
      return false;
    std::vector<uint64_t> hashes(buffer->getBufferSize() / 8);
    if (hashes.empty())
      return false;
    std::memcpy(hashes.data(), buffer->getBufferStart(), hashes.size() * 8);
    for (const auto &macro : userMacros_) {
      llvm::StringRef name =
          llvm::StringRef(macro.first).take_until([](char c) { return c == '=' || c == '('; });
      if (std::binary_search(hashes.begin(), hashes.end(), llvm::xxh3_64bits(name)))
        out.push_back(macro);
    }
    return true;
  }

  /// True if a folder of the user holds something that the prelude could have found there.
  bool isShadowed(const Meta &meta) const {
    for (const std::string &folder : userFolders_) {
      std::error_code error;
      for (llvm::sys::fs::directory_iterator it(folder, error), end; !error && it != end;
           it.increment(error))
        if (meta.firstComponents.contains(llvm::sys::path::filename(it->path())))
          return true;
    }
    return false;
  }

  bool make(const CompilerInvocation &invocation, const std::string &key) {
    std::string pch = llvm::formatv("{0}/{1}-{2}.pch", folder_.path(), key, getpid());
    CompilerInstance instance;
    instance.setInvocation(std::make_shared<CompilerInvocation>(invocation));
    FrontendOptions &frontend = instance.getFrontendOpts();
    frontend.Inputs = {FrontendInputFile(installation().include + "/" + prelude_,
                                         InputKind(Language::CUDA, InputKind::Source).getHeader())};
    frontend.OutputFile = pch;
    DiagnosticOptions &diagnostics = instance.getDiagnosticOpts();
    diagnostics.IgnoreWarnings = true;
    // The prelude is no system header here; what a job forbids its sources is not about it.
    llvm::erase_if(diagnostics.Warnings,
                   [](StringRef option) { return option.starts_with("error="); });
    instance.createDiagnostics(new IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
    instance.getLangOpts().IsHeaderFile = true;
    MakePch action;
    if (!instance.ExecuteAction(action) || instance.getDiagnostics().hasErrorOccurred()) {
      unlink(pch.c_str());
      return false;
    }
    chmod(pch.c_str(), 0600); // Clang makes it as the umask says

    // Another process may have made the same meanwhile: many passes start at once.
    if (std::optional<Meta> other = readMeta(folder_, metaName(key));
        other && isCurrent(folder_, *other)) {
      unlink(pch.c_str());
      return true;
    }
    std::string text = "pch " + pch + "\n";
    for (const std::string &name : action.names)
      text += "top " + name + "\n";
    for (const std::string &file : action.files) {
      uint64_t size = 0, time = 0;
      if (!statFile(file, size, time)) // <built-in> and such
        continue;
      text += llvm::formatv("file {0} {1} {2}\n", size, time, file);
    }
    text += "end\n";
    std::string_view ids(reinterpret_cast<const char *>(action.identifiers.data()),
                         action.identifiers.size() * 8);
    if (!folder_.writeFile(key + ".ids", {ids}) || !folder_.writeFile(metaName(key), {text})) {
      unlink(pch.c_str());
      return false;
    }
    trim();
    return true;
  }

  /// Removes the entries longest unused, and headers that belong to none.
  void trim() const {
    struct Entry {
      uint64_t time;
      std::string path;
    };
    std::vector<Entry> metas;
    std::vector<std::string> headers;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator it(folder_.path(), error), end; !error && it != end;
         it.increment(error)) {
      llvm::StringRef extension = llvm::sys::path::extension(it->path());
      uint64_t size = 0, time = 0;
      if (!statFile(it->path(), size, time))
        continue;
      if (extension == ".meta")
        metas.push_back({time, it->path()});
      else if (extension == ".pch")
        headers.push_back(it->path());
    }
    llvm::sort(metas, [](const Entry &a, const Entry &b) { return a.time > b.time; });
    std::set<std::string> alive;
    for (size_t i = 0; i < metas.size(); ++i) {
      std::optional<Meta> meta = readMeta(folder_, llvm::sys::path::filename(metas[i].path).str());
      if (meta && i < kMaxEntries) {
        alive.insert(meta->pch);
        continue;
      }
      unlink(metas[i].path.c_str());
      std::string ids = metas[i].path.substr(0, metas[i].path.size() - 5) + ".ids";
      unlink(ids.c_str());
    }
    // A header without entry may be one that another process has not announced yet: give it time.
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    for (const std::string &header : headers) {
      uint64_t size = 0, time = 0;
      if (!alive.count(header) && statFile(header, size, time) &&
          time / 1000000000 + 600 < uint64_t(now.tv_sec))
        unlink(header.c_str());
    }
  }

  PrivateFolder folder_;
  std::string prelude_;
  CompilerInvocation base_; ///< without what the user's macros and folders add
  std::vector<std::pair<std::string, bool>> userMacros_;
  std::vector<std::string> userFolders_;
};

} // namespace

bool usePrecompiledPrelude(CompilerInvocation &invocation) {
  auto &includes = invocation.getPreprocessorOpts().Includes;
  if (includes.empty() || (includes.front() != kPrelude && includes.front() != kRuntimePrelude) ||
      !invocation.getPreprocessorOpts().ImplicitPCHInclude.empty())
    return false;
  std::optional<PrivateFolder> folder = cacheFolder();
  if (!folder)
    return false;
  std::string pch = PreludeCache(invocation, *folder, includes.front()).find();
  if (pch.empty())
    return false;
  includes.erase(includes.begin());
  invocation.getPreprocessorOpts().ImplicitPCHInclude = pch;
  return true;
}

} // namespace anywarp::frontend
