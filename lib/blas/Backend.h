// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The BLAS and LAPACK library that does the arithmetic: any that has the standard Fortran interface
// with 32-bit integers. It is opened at first use (ANYWARP_BLAS, else OpenBLAS, else what the
// system's alternatives select) and runs with one thread. Any thread may call.
//
//   int info;
//   blas::call<"potrf", double>('L', n, a, lda, &info);
//
// Values are handed on by address and characters with their lengths, as Fortran has it. Every
// routine exists only where `has` says so: a caller asks before it launches work.
#pragma once

#include <atomic>
#include <complex>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace anywarp::blas {

using Int = int; ///< Fortran's INTEGER

/// What was opened.
struct Backend {
  std::string path; ///< empty: no library was found
  std::string name; ///< "OpenBLAS 0.3.21 …" or the file
};
const Backend &backend();
/// True if there is one. Says once where to get one otherwise.
bool isAvailable();
/// A routine by its Fortran name in lower case, without underscore; null if there is none.
void *find(const char *name);

/// A string as a template's argument.
template <size_t N> struct Name {
  char text[N];
  constexpr Name(const char (&s)[N]) {
    for (size_t i = 0; i < N; ++i)
      text[i] = s[i];
  }
};

template <typename T> constexpr char kLetter = '?';
template <> inline constexpr char kLetter<float> = 's';
template <> inline constexpr char kLetter<double> = 'd';
template <> inline constexpr char kLetter<std::complex<float>> = 'c';
template <> inline constexpr char kLetter<std::complex<double>> = 'z';

/// The routine that is called `name` after the letter of T; `void`: its whole name.
template <Name name, typename T> void *routine() {
  static std::atomic<void *> known{nullptr};
  void *found = known.load(std::memory_order_acquire);
  if (!found) {
    std::string whole = name.text;
    if constexpr (!std::is_void_v<T>)
      whole.insert(whole.begin(), kLetter<T>);
    known.store(found = find(whole.c_str()), std::memory_order_release);
  }
  return found;
}

template <Name name, typename T> bool has() { return routine<name, T>() != nullptr; }

namespace detail {
template <typename A> struct Passed {
  static_assert(std::is_same_v<A, Int> || std::is_same_v<A, char> || kLetter<A> != '?',
                "Fortran takes INTEGER, CHARACTER and numbers");
  using Type = const A *;
  static Type of(const A &value) { return &value; }
};
template <typename A> struct Passed<A *> {
  using Type = A *;
  static Type of(A *pointer) { return pointer; }
};
template <size_t> using Length = size_t;

template <typename R, typename... A, size_t... I>
R invoke(void *function, std::index_sequence<I...>, const A &...arguments) {
  using Function = R (*)(typename Passed<A>::Type..., Length<I>...);
  return reinterpret_cast<Function>(function)(Passed<A>::of(arguments)..., Length<I>{1}...);
}
template <typename... A>
inline constexpr size_t kCharacters = (size_t(0) + ... + std::is_same_v<A, char>);
} // namespace detail

/// A subroutine.
template <Name name, typename T, typename... A> void call(A... arguments) {
  detail::invoke<void>(routine<name, T>(), std::make_index_sequence<detail::kCharacters<A...>>(),
                       arguments...);
}
/// A function, with a result of type R (no complex one: compilers disagree about those).
template <typename R, Name name, typename T, typename... A> R evaluate(A... arguments) {
  static_assert(std::is_arithmetic_v<R>);
  return detail::invoke<R>(routine<name, T>(),
                           std::make_index_sequence<detail::kCharacters<A...>>(), arguments...);
}

} // namespace anywarp::blas
