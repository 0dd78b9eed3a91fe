// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVRTC looks for headers where it is told to and nowhere else. What a program wants of the C++
// library it brings along, as a text or by -I. Some (Jitify) learn from the error which texts to
// bring. So the system's folders are there for our own headers only. Of our folder nothing else is
// there but CCCL, which is found after all that the program brings. Replaced as in
// SemaOverride.cpp.
#include "frontend/Command.h"
#include "frontend/Dialect.h"
#include "frontend/Overrides.h"
#include "frontend/PassState.h"
#include "frontend/nvrtc/Rules.h"

#include "clang/Basic/FileEntry.h"
#include "clang/Lex/DirectoryLookup.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/ModuleMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"

using namespace clang;
using namespace anywarp::frontend;

using Includers = llvm::ArrayRef<std::pair<OptionalFileEntryRef, DirectoryEntryRef>>;

OptionalFileEntryRef realLookup(HeaderSearch *, StringRef name, SourceLocation, bool isAngled,
                                ConstSearchDirIterator from, ConstSearchDirIterator *current,
                                Includers, SmallVectorImpl<char> *searched,
                                SmallVectorImpl<char> *relative, Module *, ModuleMap::KnownHeader *,
                                bool *isMapped, bool *isFramework, bool skipCache,
                                bool buildsModule, bool opens,
                                bool cachesFailures) asm("__real_" AW_LOOKUP);

namespace {

/// The system's folders, the same for each compile; those of ours that sources may use are not
/// among them.
std::vector<std::string> systemFolders(HeaderSearch *search) {
  const std::string &ours = installation().include;
  const std::string open[] = {ours, ours + "/cccl", ours + "/anywarp/cccl"};
  std::vector<std::string> folders;
  for (auto folder = search->system_dir_begin(); folder != search->system_dir_end(); ++folder)
    if (StringRef path = folder->getName(); !llvm::is_contained(open, path))
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

bool isInSystem(HeaderSearch *search, StringRef path) {
  static const std::vector<std::string> folders = systemFolders(search);
  return llvm::any_of(folders, [&](const std::string &folder) { return path.starts_with(folder); });
}

/// Until the program's own files ask for something.
bool isInPrelude(HeaderSearch *search, StringRef name, OptionalFileEntryRef includer) {
  static bool isIn = false;
  if (name == kRuntimePrelude)
    isIn = true;
  else if (!includer ||
           (!isOwnHeader(includer->getName()) && !isInSystem(search, includer->getName())))
    isIn = false;
  return isIn;
}

std::vector<std::string> *lookups = nullptr;

/// A header that appears at `folder`/`name` would be taken first. Where a folder of the name is not
/// there, that says it for all of its files.
void noteLookup(StringRef folder, StringRef name) {
  std::string path = (folder + "/" + name.split('/').first).str();
  if (llvm::sys::fs::exists(path))
    path = (folder + "/" + name).str();
  if (path.ends_with(name) || !llvm::is_contained(*lookups, path))
    lookups->push_back(path);
}

/// Where the loop of Clang's HeaderSearch::LookupFile looks.
void noteFolders(HeaderSearch *search, StringRef name, bool isAngled, ConstSearchDirIterator from,
                 Includers includers, OptionalFileEntryRef found) {
  if (name.starts_with("/"))
    return;
  auto isFoundIn = [&](StringRef folder) {
    return found && found->getName() == (folder + "/" + name).str();
  };
  if (!from)
    lookups->push_back(runtimeHeaderPath(name));
  if (!isAngled && !from && !includers.empty()) {
    const StringRef folder = includers.front().second.getName();
    if (isFoundIn(folder))
      return;
    noteLookup(folder, name);
  }
  auto at = from ? from : isAngled ? search->angled_dir_begin() : search->quoted_dir_begin();
  for (; at != search->search_dir_end(); ++at) {
    if (isFoundIn(at->getName()))
      return;
    noteLookup(at->getName(), name);
  }
}

} // namespace

void anywarp::frontend::noteLookups(std::vector<std::string> &absent) { lookups = &absent; }
void anywarp::frontend::forgetLookups() { lookups = nullptr; }

bool anywarp::frontend::isOwnHeader(StringRef path) {
  static const llvm::StringSet<> names{
#include "frontend/OwnHeaders.inc"
  };
  return path.consume_front(installation().include + "/") &&
         (path.starts_with("anywarp/") || names.contains(path));
}

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
  OptionalFileEntryRef includer;
  std::string text;
  const StringRef asked = name;
  static bool inPrelude = false;
  if (dialect().hasHeaderTexts && !includers.empty()) {
    includer = includers.front().first;
    inPrelude = isInPrelude(search, name, includer);
    // Texts are found first, by the words of the #include alone, and lie in no folder.
    if (!inPrelude && !from && isHeaderText(name))
      name = text = runtimeHeaderPath(name);
    if (includer && includer->getName().starts_with(kRuntimeHeaders))
      includers = {};
  }
  OptionalFileEntryRef found = realLookup(
      search, name, where, isAngled, from, current, includers, searched, relative, module,
      suggested, isMapped, isFramework, skipCache, buildsModule, opens, cachesFailures);
  if (lookups && !inPrelude && asked == name)
    noteFolders(search, name, isAngled, from, includers, found);
  if (!found || !includer || name.starts_with("/") || isOwnHeader(includer->getName()) ||
      isInSystem(search, includer->getName()))
    return found;
  const std::string ours = installation().include + "/";
  auto isHidden = [&](FileEntryRef file) {
    auto isIn = [&](const std::string &folder) {
      return file.getName() == folder + name.str() && !isGiven(folder);
    };
    bool isAdded =
        isIn(ours) && !isOwnHeader(file.getName()) && !includer->getName().starts_with(ours);
    return isAdded || llvm::any_of(systemFolders(search), isIn);
  };
  while (found && isHidden(*found)) {
    if (!current || !*current || std::next(*current) == search->search_dir_end())
      return std::nullopt;
    from = std::next(*current);
    found = realLookup(search, name, where, isAngled, from, current, {}, searched, relative, module,
                       suggested, isMapped, isFramework, skipCache, buildsModule, opens,
                       cachesFailures);
  }
  return found;
}
