// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvprune: keeps the device code for some targets in a relocatable object or a static library, and
// no other.
#include <cstdio>

#include "cmdline/Options.h"
#include "common/Program.h"
#include "nvprune/Prune.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ArchiveWriter.h"

using namespace anywarp;
using namespace anywarp::nvprune;

namespace {

constexpr std::string_view kName = "nvprune";

enum class Opt { Arch, GenerateCode, NoRelocatableElf, Output, OptionsFile, Help, Version, Input };

using Kind = cmdline::OptionKind;
constexpr cmdline::OptionInfo kTable[] = {
    {unsigned(Opt::Arch), "arch", "arch", Kind::List, "",
     "Targets to keep: sm_NN for machine code, compute_NN for PTX"},
    {unsigned(Opt::GenerateCode), "generate-code", "gencode", Kind::Value, "",
     "Targets to keep, as nvcc's: arch=compute_NN,code=[sm_NN,compute_NN]"},
    {unsigned(Opt::NoRelocatableElf), "no-relocatable-elf", "no-relocatable-elf", Kind::Flag, "",
     "Keep no machine code that is to be linked"},
    {unsigned(Opt::Output), "output-file", "o", Kind::Value, "", "Name of the output file"},
    {unsigned(Opt::OptionsFile), "options-file", "optf", Kind::OptionsFile, "",
     "Read more options from a file"},
    {unsigned(Opt::Help), "help", "h", Kind::Flag, "", "This text"},
    {unsigned(Opt::Version), "version", "V", Kind::Flag, "", "Version"},
};

using Options = cmdline::Options<Opt>;

bool addTarget(std::string_view text, Request &request) {
  std::optional<fatbin::Arch> arch = fatbin::Arch::parse(text);
  if (!arch || (!text.starts_with("sm_") && !text.starts_with("compute_")))
    return false;
  request.targets.push_back({text.starts_with("compute_"), *arch});
  return true;
}

/// What stands behind "code=" in arch=compute_NN,code=[…], or the arch where there is none.
bool addGenerateCode(const std::string &text, Request &request) {
  size_t at = text.find("code=");
  std::string list = text.substr(at == std::string::npos ? 0 : at + 5);
  if (at == std::string::npos && list.starts_with("arch="))
    list = list.substr(5);
  std::erase_if(list, [](char c) { return c == '[' || c == ']' || c == '"' || c == '\''; });
  for (const std::string &word : cmdline::splitList(list))
    if (!addTarget(word, request))
      return false;
  return true;
}

Expected<std::string> pruneArchive(const llvm::object::Archive &archive, const Request &request) {
  std::vector<llvm::NewArchiveMember> members;
  llvm::Error error = llvm::Error::success();
  auto failure = [](llvm::Error why) {
    return Status(StatusCode::InvalidInput, llvm::toString(std::move(why)));
  };
  for (const llvm::object::Archive::Child &child : archive.children(error)) {
    auto member = llvm::NewArchiveMember::getOldMember(child, /*Deterministic=*/true);
    if (!member)
      return failure(member.takeError());
    std::string_view bytes(member->Buf->getBufferStart(), member->Buf->getBufferSize());
    if (bytes.starts_with("\x7f"
                          "ELF")) {
      Expected<std::string> pruned = pruneObject(bytes, request);
      if (!pruned)
        return pruned.takeStatus();
      member->Buf = llvm::MemoryBuffer::getMemBufferCopy(*pruned, member->MemberName);
    }
    members.push_back(std::move(*member));
  }
  if (error)
    return failure(std::move(error));
  auto written = llvm::writeArchiveToBuffer(members, llvm::SymtabWritingMode::NormalSymtab,
                                            llvm::object::Archive::K_GNU, /*Deterministic=*/true,
                                            /*Thin=*/false);
  if (!written)
    return failure(written.takeError());
  return (*written)->getBuffer().str();
}

Expected<std::string> pruneFile(const std::string &bytes, const Request &request) {
  if (!bytes.starts_with("!<arch>\n"))
    return pruneObject(bytes, request);
  auto archive = llvm::object::Archive::create(llvm::MemoryBufferRef(bytes, ""));
  if (!archive)
    return Status(StatusCode::InvalidInput, llvm::toString(archive.takeError()));
  return pruneArchive(**archive, request);
}

int prune(const Options &options) {
  Request request;
  request.dropsRelocatableElf = options.has(Opt::NoRelocatableElf);
  for (const std::string &text : options.all(Opt::Arch))
    if (!addTarget(text, request))
      return tool::fatal(kName, "Value '" + text + "' is not defined for option 'arch'");
  for (const std::string &text : options.all(Opt::GenerateCode))
    if (!addGenerateCode(text, request))
      return tool::fatal(kName, "Value '" + text + "' is not defined for option 'generate-code'");
  if (request.targets.empty())
    return tool::fatal(kName, "Either --arch or --generate-code must say what to keep");
  std::vector<std::string> inputs = options.all(Opt::Input);
  if (inputs.size() != 1)
    return tool::fatal(kName, inputs.empty() ? "No input file specified"
                                             : "A single input file is required");
  if (!options.has(Opt::Output))
    return tool::fatal(kName, "Must specify output file with -o option");
  std::string bytes;
  if (!tool::readFile(kName, inputs.front(), bytes))
    return 1;
  Expected<std::string> pruned = pruneFile(bytes, request);
  if (!pruned)
    return tool::fatal(kName,
                       "Input file '" + inputs.front() +
                           "' is not relocatable or not a library: " + pruned.status().message());
  return tool::writeFile(kName, options.value(Opt::Output), *pruned) ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  if (!options.read(kTable, {argv + 1, argv + argc}))
    return tool::fatal(kName, options.error);
  if (options.has(Opt::Help) || argc == 1)
    return fputs(
               cmdline::helpText("Usage: nvprune [options] -o output file\n\nKeeps the device code "
                                 "for some targets in a relocatable object or a library, and no "
                                 "other.",
                                 kTable)
                   .c_str(),
               stdout) < 0;
  if (options.has(Opt::Version))
    return fputs(tool::versionText(kName, "Prune utility").c_str(), stdout) < 0;
  return prune(options);
}
