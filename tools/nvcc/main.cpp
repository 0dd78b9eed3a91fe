// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvcc: reads the command line and starts the driver.
#include "Driver.h"
#include "Texts.h"

#include <cstdio>
#include <cstdlib>

using namespace anywarp;

static int fatal(const std::string &message) {
  fprintf(stderr, "nvcc fatal   : %s\n", message.c_str());
  return 1;
}

int main(int argc, char **argv) {
  std::vector<std::string> words;
  auto addVariable = [&](const char *name) {
    if (const char *text = getenv(name))
      for (std::string &word : cmdline::splitWords(text))
        words.push_back(std::move(word));
  };
  addVariable("NVCC_PREPEND_FLAGS");
  words.insert(words.end(), argv + 1, argv + argc);
  addVariable("NVCC_APPEND_FLAGS");

  nvcc::CommandLine line;
  if (!line.parse(words))
    return fatal(line.error);
  if (line.has(nvcc::Opt::Help))
    return fputs(nvcc::helpText().c_str(), stdout) < 0;
  if (line.has(nvcc::Opt::Version))
    return fputs(nvcc::versionText().c_str(), stdout) < 0;
  if (bool asVirtual = line.has(nvcc::Opt::ListArch), asReal = line.has(nvcc::Opt::ListCode);
      asVirtual || asReal)
    return fputs(nvcc::archText(asVirtual, asReal).c_str(), stdout) < 0;

  nvcc::Plan plan;
  std::string error;
  if (!nvcc::makePlan(line, plan, error))
    return fatal(error);

  nvcc::Layout layout = nvcc::Layout::find();
  frontend::Installation installation;
  installation.include = layout.include;
  installation.libdevice = layout.libdevice;
  if (std::string folder = line.value(nvcc::Opt::LibdeviceDirectory); !folder.empty())
    installation.libdevice = folder + "/libdevice.bc";
  frontend::setInstallation(installation);
  return nvcc::Driver(line, plan, layout).run();
}
