// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The management library, loaded by name or from the file that is given: which devices there are,
// what they are, and the answers to wrong arguments, which were read off NVIDIA's library (driver
// 580, H100).
#include "Loaded.h"

#include <cctype>
#include <cstdlib>
#include <thread>
#include <vector>

static void uninitialized() {
  unsigned n = 0;
  int version = 0;
  char text[100];
  nvmlDevice_t device;
  constexpr nvmlReturn_t kNot = NVML_ERROR_UNINITIALIZED;
  EXPECT(kNot, F(nvmlShutdown)());
  EXPECT(kNot, F(nvmlDeviceGetCount)(&n));
  EXPECT(kNot, F(nvmlDeviceGetCount)(nullptr));
  EXPECT(kNot, F(nvmlDeviceGetHandleByIndex)(0, &device));
  EXPECT(kNot, F(nvmlDeviceGetName)(nullptr, text, sizeof text));
  EXPECT(kNot, F(nvmlDeviceGetTemperature)(nullptr, NVML_TEMPERATURE_GPU, &n));
  EXPECT(kNot, F(nvmlSystemGetDriverVersion)(text, sizeof text));
  EXPECT(kNot, F(nvmlSystemGetCudaDriverVersion)(&version));
  EXPECT(kNot, F(nvmlUnitGetCount)(&n));
  // This one needs nothing.
  OK(F(nvmlSystemGetNVMLVersion)(text, sizeof text));
  CHECK(std::atoi(text) >= 11);
  EXPECT(NVML_ERROR_INSUFFICIENT_SIZE, F(nvmlSystemGetNVMLVersion)(text, 1));
  EXPECT(kBad, F(nvmlSystemGetNVMLVersion)(nullptr, 80));
}

/// As often ended as begun.
static void counted() {
  OK(F(nvmlInitWithFlags)(0));
  OK(F(nvmlInit)());
  OK(reinterpret_cast<decltype(&nvmlInit_v2)>(find("nvmlInit"))()); // of programs before version 5
  OK(F(nvmlInitWithFlags)(NVML_INIT_FLAG_NO_GPUS));
  OK(F(nvmlInitWithFlags)(0x80000000)); // no flag is refused
  for (int i = 0; i < 5; ++i)
    OK(F(nvmlShutdown)());
  EXPECT(NVML_ERROR_UNINITIALIZED, F(nvmlShutdown)());
}

static void system() {
  textOf([](char *text, unsigned size) { return F(nvmlSystemGetDriverVersion)(text, size); }, 3);
  int version = 0, same = 0;
  OK(F(nvmlSystemGetCudaDriverVersion)(&version));
  OK(F(nvmlSystemGetCudaDriverVersion_v2)(&same));
  CHECK(version >= 12000 && version == same);
  EXPECT(kBad, F(nvmlSystemGetCudaDriverVersion)(nullptr));
  char name[200] = "", cut[3] = "";
  OK(F(nvmlSystemGetProcessName)(unsigned(getpid()), name, sizeof name));
  CHECK(std::strlen(name) > 2);
  OK(F(nvmlSystemGetProcessName)(unsigned(getpid()), cut, sizeof cut)); // this text is cut
  CHECK(std::strlen(cut) == 2 && !std::strncmp(cut, name, 2));
  EXPECT(kBad, F(nvmlSystemGetProcessName)(unsigned(getpid()), name, 0));
  EXPECT(NVML_ERROR_NOT_FOUND, F(nvmlSystemGetProcessName)(0x7ffffff0, name, sizeof name));
  unsigned n = 9;
  OK(F(nvmlUnitGetCount)(&n));
  CHECK(n == 0);
  EXPECT(kBad, F(nvmlUnitGetCount)(nullptr));
  for (int error = 0; error <= 30; ++error)
    CHECK(F(nvmlErrorString)(nvmlReturn_t(error))[0]);
  CHECK(
      !std::strcmp(F(nvmlErrorString)(nvmlReturn_t(1000)), F(nvmlErrorString)(NVML_ERROR_UNKNOWN)));
}

/// The ways to a device lead to the same one.
static void handles(unsigned index) {
  nvmlDevice_t device = nullptr, same = nullptr;
  OK(F(nvmlDeviceGetHandleByIndex)(index, &device));
  unsigned n = 99;
  OK(F(nvmlDeviceGetIndex)(device, &n));
  CHECK(n == index);
  char uuid[100] = "";
  OK(F(nvmlDeviceGetUUID)(device, uuid, sizeof uuid));
  CHECK(std::strlen(uuid) == 40 && !std::strncmp(uuid, "GPU-", 4));
  OK(F(nvmlDeviceGetHandleByUUID)(uuid, &same));
  CHECK(same == device);
  EXPECT(kBad, F(nvmlDeviceGetHandleByUUID)(uuid, nullptr));
  uuid[10] = 0;
  EXPECT(NVML_ERROR_NOT_FOUND, F(nvmlDeviceGetHandleByUUID)(uuid, &same));

  nvmlPciInfo_t pci{};
  OK(F(nvmlDeviceGetPciInfo)(device, &pci));
  char id[40];
  std::snprintf(id, sizeof id, "%08X:%02X:%02X.0", pci.domain, pci.bus, pci.device);
  CHECK(!std::strcmp(id, pci.busId));
  std::string lower = id;
  for (char &c : lower)
    c = char(std::tolower(c));
  const std::string spellings[] = {id, lower, pci.busIdLegacy, lower.substr(0, lower.size() - 2)};
  for (const std::string &text : spellings) {
    same = nullptr;
    OK(F(nvmlDeviceGetHandleByPciBusId)(text.c_str(), &same));
    CHECK(same == device);
  }
  EXPECT(kBad, F(nvmlDeviceGetHandleByPciBusId)(id, nullptr));
  // The older records end earlier, and nothing behind them is touched.
  struct {
    nvmlPciInfo_v2_t record;
    unsigned char rest[20];
  } old;
  for (const char *name : {"nvmlDeviceGetPciInfo", "nvmlDeviceGetPciInfo_v2"}) {
    std::memset(&old, 0xee, sizeof old);
    OK(reinterpret_cast<nvmlReturn_t (*)(nvmlDevice_t, nvmlPciInfo_v2_t *)>(find(name))(
        device, &old.record));
    CHECK(!std::strcmp(old.record.busId, pci.busIdLegacy) && old.record.device == pci.device);
    CHECK(old.record.reserved0 == 0xeeeeeeee && old.rest[0] == 0xee);
  }
  nvmlPciInfoExt_t more{};
  EXPECT(NVML_ERROR_ARGUMENT_VERSION_MISMATCH, F(nvmlDeviceGetPciInfoExt)(device, &more));
  more.version = nvmlPciInfoExt_v1;
  OK(F(nvmlDeviceGetPciInfoExt)(device, &more));
  CHECK(!std::strcmp(more.busId, pci.busId));
}

static void notFound() {
  nvmlDevice_t device;
  unsigned n = 0;
  OK(F(nvmlDeviceGetCount)(&n));
  EXPECT(kBad, F(nvmlDeviceGetHandleByIndex)(n, &device));
  EXPECT(kBad, F(nvmlDeviceGetHandleByIndex)(0, nullptr));
  EXPECT(kBad, F(nvmlDeviceGetCount)(nullptr));
  for (const char *uuid : {"GPU-00000000-0000-0000-0000-000000000000", "junk", ""})
    EXPECT(NVML_ERROR_NOT_FOUND, F(nvmlDeviceGetHandleByUUID)(uuid, &device));
  EXPECT(kBad, F(nvmlDeviceGetHandleByUUID)(nullptr, &device));
  EXPECT(NVML_ERROR_NOT_FOUND, F(nvmlDeviceGetHandleByPciBusId)("0000:FE:00.0", &device));
  for (const char *id : {"junk", "", static_cast<const char *>(nullptr)})
    EXPECT(kBad, F(nvmlDeviceGetHandleByPciBusId)(id, &device));
}

static void facts(nvmlDevice_t device) {
  textOf([&](char *text, unsigned size) { return F(nvmlDeviceGetName)(device, text, size); }, 5);
  textOf([&](char *text, unsigned size) { return F(nvmlDeviceGetUUID)(device, text, size); }, 40);
  nvmlMemory_t memory{};
  nvmlMemory_v2_t more{};
  OK(F(nvmlDeviceGetMemoryInfo)(device, &memory));
  CHECK(memory.total > 0 && memory.free <= memory.total);
  CHECK(memory.used + memory.free == memory.total);
  EXPECT(NVML_ERROR_FUNCTION_NOT_FOUND, F(nvmlDeviceGetMemoryInfo_v2)(device, &more));
  more.version = nvmlMemory_v2;
  OK(F(nvmlDeviceGetMemoryInfo_v2)(device, &more));
  CHECK(more.total == memory.total && more.reserved + more.used + more.free == more.total);
  int major = 0, minor = -1;
  OK(F(nvmlDeviceGetCudaComputeCapability)(device, &major, &minor));
  CHECK(major >= 7 && minor >= 0 && minor <= 9);
  EXPECT(kBad, F(nvmlDeviceGetCudaComputeCapability)(device, nullptr, &minor));
  EXPECT(kBad, F(nvmlDeviceGetCudaComputeCapability)(device, &major, nullptr));
  nvmlDeviceArchitecture_t architecture = 0;
  OK(F(nvmlDeviceGetArchitecture)(device, &architecture));
  if (major == 9)
    CHECK(architecture == NVML_DEVICE_ARCH_HOPPER);
  unsigned now = 0, most = 0, n = 0;
  OK(F(nvmlDeviceGetClockInfo)(device, NVML_CLOCK_SM, &now));
  OK(F(nvmlDeviceGetMaxClockInfo)(device, NVML_CLOCK_SM, &most));
  CHECK(now > 0 && most > 0);
  OK(F(nvmlDeviceGetClockInfo)(device, NVML_CLOCK_MEM, &now));
  CHECK(now > 0);
  unsigned bits = 0;
  OK(F(nvmlDeviceGetMemoryBusWidth)(device, &bits));
  CHECK(bits > 0); // programs divide by it
  EXPECT(NVML_ERROR_NOT_SUPPORTED, F(nvmlDeviceGetClockInfo)(device, NVML_CLOCK_COUNT, &now));
  EXPECT(kBad, F(nvmlDeviceGetMaxClockInfo)(device, NVML_CLOCK_COUNT, &now));
  EXPECT(kBad, F(nvmlDeviceGetClockInfo)(device, NVML_CLOCK_SM, nullptr));
  nvmlComputeMode_t mode = NVML_COMPUTEMODE_COUNT;
  OK(F(nvmlDeviceGetComputeMode)(device, &mode));
  CHECK(mode < NVML_COMPUTEMODE_COUNT);
  nvmlBrandType_t brand = NVML_BRAND_COUNT;
  OK(F(nvmlDeviceGetBrand)(device, &brand));
  CHECK(brand < NVML_BRAND_COUNT);
  OK(F(nvmlDeviceIsMigDeviceHandle)(device, &n));
  EXPECT(kBad, F(nvmlDeviceGetIndex)(device, nullptr));
  EXPECT(kBad, F(nvmlDeviceGetIndex)(nullptr, &n));
  EXPECT(kBad, F(nvmlDeviceGetName)(nullptr, nullptr, 0));
  unsigned long cpus[16] = {}, any = 0;
  OK(F(nvmlDeviceGetCpuAffinity)(device, 16, cpus));
  for (unsigned long word : cpus)
    any |= word;
  CHECK(any);
  EXPECT(kBad, F(nvmlDeviceGetCpuAffinity)(device, 0, cpus));
  nvmlGpuP2PStatus_t status = NVML_P2P_STATUS_UNKNOWN;
  OK(F(nvmlDeviceGetP2PStatus)(device, device, NVML_P2P_CAPS_INDEX_READ, &status));
  CHECK(status == NVML_P2P_STATUS_NOT_SUPPORTED); // no device is its own peer
  if (onNvidia) // where some functions crash without a device or a place for the answer
    return;
  EXPECT(kBad, F(nvmlDeviceGetPowerUsage)(nullptr, &n));
  EXPECT(kBad, F(nvmlDeviceGetPowerUsage)(device, nullptr));
  EXPECT(kBad, F(nvmlDeviceGetCpuAffinity)(device, 16, nullptr));
  // What nobody can tell of a device that the machine's CPUs make up.
  nvmlUtilization_t use;
  EXPECT(NVML_ERROR_NOT_SUPPORTED, F(nvmlDeviceGetUtilizationRates)(device, &use));
  EXPECT(NVML_ERROR_NOT_SUPPORTED, F(nvmlDeviceGetPowerUsage)(device, &n));
  EXPECT(NVML_ERROR_NOT_SUPPORTED, F(nvmlDeviceGetFanSpeed)(device, &n));
  EXPECT(NVML_ERROR_NOT_SUPPORTED, F(nvmlDeviceGetTemperature)(device, NVML_TEMPERATURE_GPU, &n));
  EXPECT(NVML_ERROR_NOT_SUPPORTED, F(nvmlDeviceGetComputeRunningProcesses)(device, &n, nullptr));
  EXPECT(NVML_ERROR_NOT_SUPPORTED, F(nvmlDeviceSetComputeMode)(device, NVML_COMPUTEMODE_DEFAULT));
  // A name without a signature in the header.
  EXPECT(NVML_ERROR_NOT_SUPPORTED, reinterpret_cast<nvmlReturn_t (*)(nvmlDevice_t, void *)>(
                                       find("nvmlDeviceGetPdi"))(device, &use));
}

static void pairs(unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    for (unsigned j = 0; j < i; ++j) {
      nvmlDevice_t a = nullptr, b = nullptr;
      OK(F(nvmlDeviceGetHandleByIndex)(i, &a));
      OK(F(nvmlDeviceGetHandleByIndex)(j, &b));
      CHECK(a != b);
      nvmlGpuP2PStatus_t status = NVML_P2P_STATUS_UNKNOWN;
      nvmlGpuTopologyLevel_t level = nvmlGpuTopologyLevel_t(99);
      OK(F(nvmlDeviceGetP2PStatus)(a, b, NVML_P2P_CAPS_INDEX_READ, &status));
      CHECK(status < NVML_P2P_STATUS_UNKNOWN);
      OK(F(nvmlDeviceGetTopologyCommonAncestor)(a, b, &level));
      CHECK(level <= NVML_TOPOLOGY_SYSTEM);
      char first[80] = "", second[80] = "";
      OK(F(nvmlDeviceGetUUID)(a, first, sizeof first));
      OK(F(nvmlDeviceGetUUID)(b, second, sizeof second));
      CHECK(std::strcmp(first, second));
    }
}

int main(int argc, char **argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 1 << 12); // seen even if a call crashes
  library = dlopen(argc > 1 ? argv[1] : "libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::printf("%s\n", dlerror());
    return 1;
  }
  uninitialized();
  counted();
  OK(F(nvmlInit)());
  system();
  notFound();
  unsigned count = 0;
  OK(F(nvmlDeviceGetCount)(&count));
  CHECK(count > 0);
  if (argc > 2)
    CHECK(count == unsigned(std::atoi(argv[2])));
  auto all = [count] {
    for (unsigned i = 0; i < count; ++i) {
      nvmlDevice_t device = nullptr;
      char name[100] = "";
      OK(F(nvmlDeviceGetHandleByIndex)(i, &device));
      OK(F(nvmlDeviceGetName)(device, name, sizeof name));
      if (!std::strncmp(name, "NVIDIA", 6))
        onNvidia = true;
      handles(i);
      facts(device);
    }
    pairs(count);
  };
  all();
  std::thread first(all), second([&] {
    OK(F(nvmlInit)());
    all();
    OK(F(nvmlShutdown)());
  });
  first.join();
  second.join();
  OK(F(nvmlShutdown)());
  EXPECT(NVML_ERROR_UNINITIALIZED, F(nvmlDeviceGetCount)(&count));
  return finish("Nvml");
}
