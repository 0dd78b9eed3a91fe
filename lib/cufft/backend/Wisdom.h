// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What FFTW has measured, kept beside the compute cache (FFTW manual, section "Wisdom"). Only with
// ANYWARP_FFT_PLANS=measured: another plan of the same transform has other last bits.
#pragma once

#include <string>

namespace anywarp::cufft {

/// The wisdom of one of FFTW's libraries; load() and save() only under the planner's mutex. FFTW
/// has one planner: a program that uses it itself shares what it knows.
class Wisdom {
public:
  /// `library`: as from dlopen; `prefix`: "fftw_" or "fftwf_".
  Wisdom(void *library, const std::string &prefix);
  /// Plans are to be measured.
  static bool isWanted();
  /// Takes what other processes left.
  void load() const;
  /// Adds what the planner knows to the file. Two processes that do so at once may lose one's
  /// additions, never the file.
  void save() const;

private:
  const std::string file_;
  int (*import_)(const char *) = nullptr;
  char *(*export_)() = nullptr;
};

} // namespace anywarp::cufft
