// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine's CPUs as CUDA devices: what is known of them without a driver. The devices share all
// of it: each has its part of the memory and runs on every CPU, or on those of a NUMA node. Any
// thread may ask.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/os/Processors.h"

namespace anywarp::machine {

/// Devices that the process was given (ANYWARP_CPU_DEVICES), at most `most`.
int deviceCount(int most);
/// The processors and the memory of each device, by its number; empty: all devices have all.
const std::vector<NumaNode> &deviceNodes();

/// "Anywarp CPU (16 lanes AVX-512)".
std::string deviceName();

/// The same for every process on this machine, different for each device and machine.
std::array<uint8_t, 16> deviceUuid(int number);
/// "GPU-8-4-4-4-12" in hexadecimal, as tools print it.
std::string uuidText(const std::array<uint8_t, 16> &uuid);

/// A domain that no real bus has, so that a PCI id never means a GPU. Devices differ in their
/// slots: 0000ca:00:NUMBER.0.
inline constexpr int kPciDomain = 0xca;
inline constexpr int kPciBus = 0;
/// Reads "domain:bus:device.function", "domain:bus:device" or "bus:device.function", hexadecimal:
/// false if the text is none of them.
bool readPciId(const char *text, unsigned &domain, unsigned &bus, unsigned &device,
               unsigned &function);

/// The compute capability that the devices are modelled on (ANYWARP_DEVICE_MODEL), 90 for 9.0.
uint32_t modelledArchitecture();
/// False: nobody asked for a model. The devices then also take code that only others run.
bool isModelChosen();

/// Physical memory, or what the control group leaves of it.
size_t memoryBytes();
/// What the system could give now; SIZE_MAX if it does not tell.
size_t availableBytes();

/// The GPU that the devices are modelled on, in what programs divide by and a CPU does not tell.
struct Product {
  uint32_t sm, multiprocessors;
  int memoryBusBits, memoryClockKHz, clockKHz, l2Bytes;
};
const Product &product();

/// The highest clock of the CPUs, and the present one of the first; where the system does not tell,
/// the product's.
int clockKHz();
int currentClockKHz();

} // namespace anywarp::machine
