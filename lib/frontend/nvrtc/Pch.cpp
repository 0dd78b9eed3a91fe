// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/nvrtc/Pch.h"
#include "frontend/Command.h"
#include "frontend/Pass.h"
#include "frontend/PassState.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clang/Basic/LangOptions.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include "support/os/PrivateFile.h"

using namespace clang;

namespace anywarp::frontend {
namespace {

constexpr llvm::StringRef kMagic = "anywarp precompiled header 2\n";
constexpr char kAstPath[] = "/anywarp-rtc-pch/ast";
/// NVRTC's numbers for why a file is not used, or not made.
enum : unsigned {
  kOptionsDiffer = 629,
  kDirectivesDiffer = 630,
  kTooSmall = 639,
  kIncomplete = 2226,
  kHeadersDiffer = 20282,
  kNotMade = 20283
};

std::string hexOf(llvm::StringRef text) {
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
  return llvm::formatv("{0:x-16}{1:x-16}", hash.high64, hash.low64);
}

/// A file as it is now: "SIZE TIME PATH"; empty if there is none.
std::string stateOf(const std::string &path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0)
    return {};
  return llvm::formatv("{0} {1}.{2} {3}", info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec,
                       path);
}

/// The folder of the source decides what the directive means: a name in quotes, or one that a
/// macro gives.
bool looksIntoFolder(const std::vector<llvm::StringRef> &words) {
  const bool isInclude = words.size() > 2 && words[1].starts_with("include");
  return (isInclude && words[2] != "<") ||
         llvm::any_of(words, [](llvm::StringRef word) { return word.contains('"'); });
}

} // namespace

Directives directivesOf(const std::string &source) {
  Directives found;
  LangOptions options;
  options.CPlusPlus = options.LineComment = true;
  Lexer lexer(SourceLocation(), options, source.data(), source.data(),
              source.data() + source.size());
  size_t end = 0;
  Token token;
  auto next = [&] {
    lexer.LexFromRawLexer(token);
    end = size_t(lexer.getBufferLocation() - source.data());
  };
  next();
  unsigned depth = 0;
  while (token.is(tok::hash) && token.isAtStartOfLine()) {
    std::vector<llvm::StringRef> words;
    size_t last;
    do {
      words.push_back(llvm::StringRef(source).substr(end - token.getLength(), token.getLength()));
      last = end;
      next();
    } while (token.isNot(tok::eof) && !token.isAtStartOfLine());
    llvm::StringRef name = words.size() > 1 ? words[1] : "";
    if (name == "pragma" && words.size() == 3) {
      if (words[2] == "nv_hdrstop")
        break;
      found.forbidsPch |= words[2] == "nv_no_pch";
    }
    if (name == "if" || name == "ifdef" || name == "ifndef")
      ++depth;
    else if (name == "endif" && depth)
      --depth;
    if (looksIntoFolder(words))
      found.intoFolder = std::min(found.intoFolder, found.lines.size());
    found.hasInclude |= name == "include";
    found.lines.push_back(llvm::join(words, " "));
    found.ends.push_back(last);
    if (depth == 0)
      found.count = found.lines.size();
  }
  return found;
}

RuntimePch::RuntimePch(const CompileJob &job, const std::vector<std::string> &arguments)
    : job_(job), request_(job.source->pch), directives_(directivesOf(job.source->text)) {
  folder_ = llvm::sys::path::parent_path(runtimePath(job)).str();
  llvm::SmallString<256> here;
  (void)llvm::sys::fs::current_path(here);
  options_ = here.str().str() + (job.source->deviceByDefault ? "\ndevice\n" : "\n");
  for (size_t i = 0; i < arguments.size(); ++i) {
    const llvm::StringRef argument = arguments[i];
    if (argument == "-main-file-name")
      ++i;
    else if (argument != runtimePath(job) && !argument.starts_with("-W") &&
             !argument.contains("-prefix-map="))
      options_ += arguments[i] + '\n';
  }
}

/// What has to be the same for the first `lines` directives to mean the same.
std::string RuntimePch::optionsFor(size_t lines) const {
  return hexOf(options_ + (directives_.intoFolder < lines ? folder_ : ""));
}

void RuntimePch::say(const std::string &text, std::string &messages) const {
  if (request_.messages)
    messages += kOtherMark + ("\"" + job_.input + "\": " + text + "\n");
}

/// False: the warning is an error.
bool RuntimePch::warn(unsigned number, const std::string &text, std::string &messages) const {
  if (isPromoted(number)) {
    messages += kErrorMark + ("error: " + text + "\n");
    return false;
  }
  if (request_.messages && !isSuppressed(number) && !job_.ignoreWarnings)
    messages += kOtherMark + ("warning #" + std::to_string(number) + "-D: " + text + "\n");
  return true;
}

std::string RuntimePch::textOf(size_t lines) const {
  std::string text = lines ? job_.source->text.substr(0, directives_.ends[lines - 1]) : "";
  // As Pass.cpp has it for the source itself.
  text = "#line 1 \"" + job_.input + "\"\n" + text;
  if (job_.source->deviceByDefault)
    text = "#pragma clang force_cuda_host_device begin\n" + text +
           "\n#pragma clang force_cuda_host_device end";
  return text + "\n";
}

std::string RuntimePch::hashOf(const std::string &header) const {
  for (const auto &[name, text] : job_.source->headers)
    if (name == header)
      return hexOf(text);
  return {};
}

// -- Files ----------------------------------------------------------------------------------------

static bool isTextHeader(llvm::StringRef path) { return path.starts_with(kRuntimeHeaders); }

/// Each part with its length before it.
static void writePart(std::string &out, llvm::StringRef part) {
  out += std::to_string(part.size()) + "\n";
  out += part;
}

static bool readPart(llvm::StringRef &in, llvm::StringRef &part) {
  size_t size;
  auto [digits, rest] = in.split('\n');
  if (digits.getAsInteger(10, size) || size > rest.size())
    return false;
  part = rest.substr(0, size);
  in = rest.substr(size);
  return true;
}

static bool readPart(llvm::StringRef &in, std::string &part) {
  llvm::StringRef found;
  const bool isThere = readPart(in, found);
  part = found.str();
  return isThere;
}

static bool readParts(llvm::StringRef &in, std::vector<std::string> &parts) {
  std::string count;
  size_t number;
  if (!readPart(in, count) || llvm::StringRef(count).getAsInteger(10, number))
    return false;
  while (number--)
    if (!readPart(in, parts.emplace_back()))
      return false;
  return true;
}

/// The contents of a file that the user or root has made; null without.
static std::unique_ptr<llvm::MemoryBuffer> readTrusted(const std::string &path) {
  int file = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (file < 0)
    return nullptr;
  std::unique_ptr<llvm::MemoryBuffer> contents;
  if (isPrivate(file, /*orRoots=*/true))
    if (auto buffer = llvm::MemoryBuffer::getOpenFile(file, path, /*FileSize=*/-1,
                                                      /*RequiresNullTerminator=*/false))
      contents = std::move(*buffer);
  close(file);
  return contents;
}

bool RuntimePch::isAbsent(const std::string &path) const {
  if (!isTextHeader(path))
    return access(path.c_str(), F_OK) != 0;
  return llvm::none_of(job_.source->headers,
                       [&](const auto &header) { return runtimeHeaderPath(header.first) == path; });
}

bool RuntimePch::load(Contents &contents, const std::string &file, std::string &why,
                      unsigned &number) const {
  llvm::StringRef in = contents.bytes ? contents.bytes->getBuffer() : "";
  std::string options;
  std::vector<std::string> headers, files, absent;
  if (!in.consume_front(kMagic) || !readPart(in, options) || !readPart(in, contents.path) ||
      !readPart(in, contents.text) || !readParts(in, contents.lines) || !readParts(in, headers) ||
      !readParts(in, files) || !readParts(in, absent) || !readPart(in, contents.ast)) {
    number = kIncomplete;
    why = "precompiled header file \"" + file + "\" not used (because it is incomplete)";
    return false;
  }
  if (options != optionsFor(contents.lines.size())) {
    number = kOptionsDiffer;
    why = "the command line options do not match those used when precompiled header file \"" +
          file + "\" was created";
    return false;
  }
  if (contents.lines.size() > directives_.count ||
      !std::equal(contents.lines.begin(), contents.lines.end(), directives_.lines.begin())) {
    number = kDirectivesDiffer;
    why = "the initial sequence of preprocessing directives is not compatible with those of "
          "precompiled header file \"" +
          file + "\"";
    return false;
  }
  number = kHeadersDiffer;
  for (const std::string &header : headers) {
    auto [hash, name] = llvm::StringRef(header).split(' ');
    if (hashOf(name.str()) == hash)
      continue;
    why = "precompiled header file \"" + file + "\" was made from another text of \"" + name.str() +
          "\"";
    return false;
  }
  for (const std::string &state : files)
    if (state != stateOf(llvm::StringRef(state).split(' ').second.split(' ').second.str())) {
      why = changed(file);
      return false;
    }
  if (!llvm::all_of(absent, [&](const std::string &path) { return isAbsent(path); })) {
    why = changed(file);
    return false;
  }
  return true;
}

std::string RuntimePch::changed(const std::string &file) {
  return "precompiled header file \"" + file + "\" not used (because a header has changed)";
}

void RuntimePch::take(Contents contents, const std::string &file) {
  file_ = file;
  contents_ = std::move(contents);
  isUsable_ = true;
}

/// A precompiled header of all directives, with what it was made from; empty if Clang makes none.
std::string RuntimePch::make(const Build &build, std::string &messages) {
  const size_t lines = directives_.count;
  const std::string text = textOf(lines);
  std::string path = "anywarp-rtc-directives";
  if (directives_.intoFolder < lines && !folder_.empty())
    path = folder_ + "/" + path;
  Contents before = std::move(contents_);
  contents_.path = path; // for files()
  contents_.text = text;
  std::optional<Built> built = build(path);
  contents_ = std::move(before);
  if (!built)
    return {};
  messages += built->messages;
  std::vector<std::string> headers, files, absent;
  for (const std::string &file : built->files) {
    for (const auto &[name, text] : job_.source->headers)
      if (runtimeHeaderPath(name) == file)
        headers.push_back(hashOf(name) + " " + name);
    if (std::string state = isTextHeader(file) ? "" : stateOf(file); !state.empty())
      files.push_back(std::move(state));
  }
  for (const std::string &path : built->absent)
    if (isAbsent(path))
      absent.push_back(path);
  std::string out = kMagic.str();
  for (const std::string &each : {optionsFor(lines), path, text})
    writePart(out, each);
  std::vector<std::string> directives(directives_.lines.begin(),
                                      directives_.lines.begin() + long(lines));
  for (const auto *list : {&directives, &headers, &files, &absent}) {
    writePart(out, std::to_string(list->size()));
    for (const std::string &each : *list)
      writePart(out, each);
  }
  writePart(out, built->bytes);
  return out;
}

bool RuntimePch::take(std::unique_ptr<llvm::MemoryBuffer> bytes, const std::string &file) {
  Contents contents;
  std::string why;
  unsigned number;
  contents.bytes = std::move(bytes);
  if (load(contents, file, why, number))
    take(std::move(contents), file);
  return isUsable_;
}

bool RuntimePch::create(const Build &build, std::string &messages) {
  if (directives_.forbidsPch) {
    bool isGood = warn(kNotMade, "PCH creation disabled because pragma 'nv_no_pch' was encountered",
                       messages);
    if (request_.mode == PchRequest::Create)
      outcome_ = PchOutcome::Failed;
    return isGood;
  }
  std::string built;
  std::string out = make(build, built);
  if (out.empty())
    return true; // the compile will say it
  constexpr size_t kPage = 4096;
  bytes_ = (out.size() + kPage - 1) / kPage * kPage;
  if (bytes_ > request_.limit) {
    outcome_ = PchOutcome::TooLarge;
    return warn(kTooSmall,
                "insufficient preallocated memory for generation of precompiled header file (" +
                    std::to_string(bytes_) + " bytes required)",
                messages);
  }
  if (!writePrivateFile(request_.file, {out})) {
    outcome_ = PchOutcome::Failed;
    messages += kErrorMark + ("catastrophic error: cannot open precompiled header file \"" +
                              request_.file + "\"\n");
    return false;
  }
  outcome_ = PchOutcome::Made;
  say("creating precompiled header file \"" + request_.file + "\"", messages);
  messages += built;
  take(llvm::MemoryBuffer::getMemBufferCopy(out), request_.file);
  return true;
}

/// The newest file of the most directives.
bool RuntimePch::chooseFrom(const std::string &folder, std::string &messages) {
  std::vector<std::pair<llvm::sys::TimePoint<>, std::string>> found;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error))
    if (llvm::sys::path::extension(it->path()) == ".pch")
      if (auto status = it->status())
        found.emplace_back(status->getLastModificationTime(), it->path());
  std::sort(found.rbegin(), found.rend());
  for (const auto &[time, path] : found) {
    Contents contents;
    std::string why;
    unsigned number;
    contents.bytes = readTrusted(path);
    if (load(contents, path, why, number)) {
      if (!isUsable_ || contents.lines.size() > contents_.lines.size()) {
        take(std::move(contents), path);
      }
    } else if (request_.verbose && !warn(number, why, messages)) {
      return false;
    }
  }
  if (isUsable_)
    say("using precompiled header file \"" + file_ + "\"", messages);
  return true;
}

NewHeader RuntimePch::prepareKept(const KeptHeaders::Map &kept, const Build &build) {
  NewHeader added;
  if (!directives_.hasInclude || directives_.forbidsPch || !directives_.count)
    return added;
  std::string key = optionsFor(directives_.count);
  for (size_t i = 0; i < directives_.count; ++i)
    key += '\n' + directives_.lines[i];
  for (const auto &[name, text] : job_.source->headers)
    key += "\n" + hashOf(name) + " " + name;
  key = hexOf(key);
  const auto found = kept.find(key);
  if (found == kept.end()) {
    added.key = key;
    return added;
  }
  if (found->second.state == KeptHeader::Unfit)
    return added;
  if (const auto &bytes = found->second.bytes;
      bytes &&
      take(llvm::MemoryBuffer::getMemBuffer(*bytes, "", /*RequiresNullTerminator=*/false), key))
    return added;
  added.key = key;
  std::string messages;
  added.bytes = make(build, messages);
  const bool isGood =
      messages.empty() && take(llvm::MemoryBuffer::getMemBufferCopy(added.bytes), key);
  added.state = isGood ? KeptHeader::Made : KeptHeader::Unfit;
  if (!isGood)
    added.bytes.clear();
  return added;
}

bool RuntimePch::prepare(const Build &build, std::string &messages) {
  if (!request_.folder.empty() && !llvm::sys::fs::is_directory(request_.folder)) {
    messages += kErrorMark + ("error: invalid PCH directory: " + request_.folder + "\n");
    return false;
  }
  switch (request_.mode) {
  case PchRequest::None:
    return true;
  case PchRequest::Create:
    return create(build, messages);
  case PchRequest::Automatic:
    if (!chooseFrom(request_.folder, messages))
      return false;
    return (isUsable_ && contents_.lines.size() == directives_.count) || create(build, messages);
  case PchRequest::Use:
    break;
  }
  if (access(request_.file.c_str(), R_OK) != 0) {
    messages += kErrorMark + ("catastrophic error: cannot open precompiled header file \"" +
                              request_.file + "\"\n");
    return false;
  }
  Contents contents;
  std::string why;
  unsigned number;
  contents.bytes = readTrusted(request_.file);
  if (!load(contents, request_.file, why, number))
    return warn(number, why, messages);
  say("using precompiled header file \"" + request_.file + "\"", messages);
  take(std::move(contents), request_.file);
  return true;
}

// -- Use ------------------------------------------------------------------------------------------

void RuntimePch::drop(std::string &messages) {
  isUsable_ = false;
  warn(kHeadersDiffer, changed(file_), messages);
}

void RuntimePch::apply(CompilerInvocation &invocation) const {
  invocation.getPreprocessorOpts().Includes.clear();
  invocation.getPreprocessorOpts().ImplicitPCHInclude = kAstPath;
}

std::vector<RuntimePch::File> RuntimePch::files() const {
  return {{contents_.path, contents_.text}, {kAstPath, contents_.ast}};
}

std::string RuntimePch::text() const {
  std::string text = job_.source->text;
  if (isUsable_ && !contents_.lines.empty())
    for (size_t i = 0; i < directives_.ends[contents_.lines.size() - 1]; ++i)
      if (text[i] != '\n')
        text[i] = ' ';
  return text;
}

} // namespace anywarp::frontend
