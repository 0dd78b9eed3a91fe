// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Static objects of libcuda, most of them LLVM's, are never destroyed: while the process ends other
// threads may still compile kernels. Those that a compilation makes would even go before the
// driver's own handler runs, which waits for compilations under way.

/// The C library's.
extern "C" int __real___cxa_atexit(void (*function)(void *), void *object, void *library);
/// What the library's calls of __cxa_atexit call instead (--wrap in CMakeLists.txt). The destructor
/// of an object has an argument; a function given to std::atexit has none, and stays.
extern "C" int __wrap___cxa_atexit(void (*function)(void *), void *object, void *library);
extern "C" int __wrap___cxa_atexit(void (*function)(void *), void *object, void *library) {
  return object ? 0 : __real___cxa_atexit(function, object, library);
}
