// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/Dialect.h"

namespace anywarp::frontend {

namespace {

constexpr const char *kNvccOptions[] = {
    "-D__NVCC__", "-ferror-limit=100",
    "-fgnu-keywords", // nvcc's front end knows typeof whatever -std says
};

constexpr const char *kNvrtcOptions[] = {
    "-D__CUDACC_RTC__", "-ferror-limit=100",
    // Its form of messages, and what it warns of unasked.
    "-fdiagnostics-format=msvc", "-fno-show-column", "-Wunused-variable",
    // It knows operator""d before C++20, and takes any suffix of a literal.
    "-Wno-reserved-user-defined-literal", "-Wno-user-defined-literals",
    "-Wno-builtin-macro-redefined", "-fno-dollars-in-identifiers",
    "-fno-spell-checking", // a header of a name that is nearly right is another header
};

constexpr const char *kNotInNvrtc[] = {
    "array-designator",
    "c++26-extensions",
    "c99-designator",
    "c99-extensions",
    "flexible-array-extensions",
    "gnu-case-range",
    "gnu-conditional-omitted-operand",
    "gnu-designator",
    "gnu-flexible-array-initializer",
    "gnu-label-as-value",
    "gnu-statement-expression",
    "nullability-extension",
    "zero-length-array",
};

constexpr Dialect kNvcc = {
    .options = kNvccOptions,
    .refused = {},
    .hasPragmasInMacros = true, // it reads what the preprocessor has written
    .hasHeaderTexts = false,
    .forgetsForeignWords = false,
    .refusesForeignBuiltins = false,
    .computesNullMembers = false,
    .keepsSystemSpaces = true,
    .hasWholePrograms = true,
    .renamesLocalEntities = true,
    .checksLambdas = true,
    .explainsMissingLibraries = true,
};

constexpr Dialect kNvrtc = {
    .options = kNvrtcOptions,
    .refused = kNotInNvrtc,
    .hasPragmasInMacros = false,
    .hasHeaderTexts = true,
    .forgetsForeignWords = true,
    .refusesForeignBuiltins = true,
    .computesNullMembers = true,
    .keepsSystemSpaces = false,
    .hasWholePrograms = false,
    .renamesLocalEntities = false,
    .checksLambdas = false,
    .explainsMissingLibraries = false,
};

} // namespace

const Dialect &dialectOf(const CompileJob &job) { return job.source ? kNvrtc : kNvcc; }

} // namespace anywarp::frontend
