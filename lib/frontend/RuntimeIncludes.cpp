// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVRTC looks for headers where it is told to and nowhere else: what a program wants of the C++
// library it brings along, as a text or by -I, and some (Jitify) learn from the error which texts
// to bring. So the system's folders are there for our own headers only. Replaced as in
// SemaOverride.cpp.
#include "frontend/Annotations.h"
#include "frontend/Frontend.h"

#include "clang/Basic/FileEntry.h"
#include "clang/Lex/DirectoryLookup.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/ModuleMap.h"
#include "llvm/Support/FileSystem.h"

using namespace clang;
using namespace anywarp::frontend;

#define AW_LOOKUP                                                                                  \
  "_ZN5clang12HeaderSearch10LookupFileEN4llvm9StringRefENS_14SourceLocationEbNS_6detail"           \
  "21SearchDirIteratorImplILb1EEEPS6_NS1_8ArrayRefISt4pairINS_20CustomizableOptionalINS_12"        \
  "FileEntryRefEEENS_17DirectoryEntryRefEEEEPNS1_15SmallVectorImplIcEESI_PNS_6ModuleEPNS_9"        \
  "ModuleMap11KnownHeaderEPbSO_bbbb"

using Includers = llvm::ArrayRef<std::pair<OptionalFileEntryRef, DirectoryEntryRef>>;

OptionalFileEntryRef realLookup(HeaderSearch *, StringRef name, SourceLocation, bool isAngled,
                                ConstSearchDirIterator from, ConstSearchDirIterator *current,
                                Includers, SmallVectorImpl<char> *searched,
                                SmallVectorImpl<char> *relative, Module *, ModuleMap::KnownHeader *,
                                bool *isMapped, bool *isFramework, bool skipCache,
                                bool buildsModule, bool opens,
                                bool cachesFailures) asm("__real_" AW_LOOKUP);

namespace {

/// The system's folders, the same for each compile; ours are not among them.
std::vector<std::string> systemFolders(HeaderSearch *search) {
  std::vector<std::string> folders;
  for (auto folder = search->system_dir_begin(); folder != search->system_dir_end(); ++folder)
    if (StringRef path = folder->getName(); path != installation().include)
      folders.push_back(path.str() + "/");
  return folders;
}

/// NVRTC was told of `folder`. Clang keeps a folder of the system as such, if it is given by -I,
/// too.
bool isGiven(StringRef folder) {
  return llvm::any_of(runtimeFolders(), [&](const std::string &given) {
    return llvm::sys::fs::equivalent(given, folder);
  });
}

} // namespace

OptionalFileEntryRef wrapLookup(HeaderSearch *, StringRef name, SourceLocation, bool isAngled,
                                ConstSearchDirIterator from, ConstSearchDirIterator *current,
                                Includers, SmallVectorImpl<char> *searched,
                                SmallVectorImpl<char> *relative, Module *, ModuleMap::KnownHeader *,
                                bool *isMapped, bool *isFramework, bool skipCache,
                                bool buildsModule, bool opens,
                                bool cachesFailures) asm("__wrap_" AW_LOOKUP);
OptionalFileEntryRef wrapLookup(HeaderSearch *search, StringRef name, SourceLocation where,
                                bool isAngled, ConstSearchDirIterator from,
                                ConstSearchDirIterator *current, Includers includers,
                                SmallVectorImpl<char> *searched, SmallVectorImpl<char> *relative,
                                Module *module, ModuleMap::KnownHeader *suggested, bool *isMapped,
                                bool *isFramework, bool skipCache, bool buildsModule, bool opens,
                                bool cachesFailures) {
  OptionalFileEntryRef found = realLookup(
      search, name, where, isAngled, from, current, includers, searched, relative, module,
      suggested, isMapped, isFramework, skipCache, buildsModule, opens, cachesFailures);
  if (!found || !isRuntimeCompile() || includers.empty() || name.starts_with("/"))
    return found;
  static const std::vector<std::string> system = systemFolders(search);
  OptionalFileEntryRef includer = includers.front().first;
  const std::string own = installation().include + "/";
  auto isInSystem = [&](StringRef path) {
    return llvm::any_of(system,
                        [&](const std::string &folder) { return path.starts_with(folder); });
  };
  if (!includer || includer->getName().starts_with(own) || isInSystem(includer->getName()))
    return found;
  bool isFromSystem = llvm::any_of(system, [&](const std::string &folder) {
    return found->getName() == folder + name.str() && !isGiven(folder);
  });
  return isFromSystem ? std::nullopt : found;
}
