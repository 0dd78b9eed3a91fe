// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared libraries of the system and our own: where they lie, and which is which when two have one
// name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace anywarp {

/// True of a library of any copy of Anywarp: it carries a note (elf(5)) of ours. Nothing is loaded.
bool isOwnLibrary(const std::string &path);

/// Existing files called `name`, in the order in which a loader would look: LD_LIBRARY_PATH, the
/// folders that vendors' containers use, the system's folders.
std::vector<std::string> findLibraries(std::string_view name);

/// Those of them that are not ours.
std::vector<std::string> findVendorLibraries(std::string_view name);

/// Where NVIDIA's driver may be: the file that ANYWARP_NVIDIA_DRIVER names, unless it is the
/// library that asks, else every libcuda.so.1 of the system that is not ours. A named one may be a
/// copy of ours, which then stands for NVIDIA's.
std::vector<std::string> findVendorDrivers();

/// Where NVIDIA's installers put a toolkit, if nobody says otherwise.
inline constexpr const char kToolkitFolder[] = "/usr/local/cuda";

/// True if both paths lead to one file.
bool isSameFile(const std::string &a, const std::string &b);

/// The file that a handle of dlopen stands for; empty if unknown.
std::string pathOfLibrary(void *handle);

/// The resolved path of the library or program that holds `code`; empty if unknown.
std::string pathOfCode(const void *code);

} // namespace anywarp
