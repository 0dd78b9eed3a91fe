// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers that options and pragmas of nvcc and NVRTC use for warnings, and what Clang calls
// them.
#pragma once

#include <string_view>
#include <vector>

#include "frontend/Frontend.h"

namespace anywarp::frontend {

enum : unsigned {
  kIntegerSignChange = 68,
  kSignedBit = 108,
  kTruncated = 69,
  kNoEffect = 174,
  kNotReferenced = 177,
  kRemainderByZero = 179,
  kAssignmentAsCondition = 187,
  kFloatDoesNotFit = 173,
  kNamelessTypedef = 375,
  kNegativeCompared = 514,
  kSetButNotUsed = 550,
  kPragmaNotAtStatement = 607,
  kPragmaNotHere = 609,
  kReturnedReference = 836,
  kDeletedVoid = 852,
  kInvalidNumber = 1222,
  kDeprecated = 1215,
  kDeprecatedWithMessage = 1444,
  kHostCall = 20011,
  kSpaceOfDefaulted = 20012,
  kHostConstexprCall = 20013,
  kHostCallInTemplate = 20014,
  kExternVariable = 20044,
  kInlineKernel = 20050,
  kSharedObject = 20054,
  kUnrollWithoutLoop = 20058,
  kDeviceRead = 20091,
  kDeviceWritten = 20092,
  kLongDouble = 20208,
  // Those that come only when they are asked for.
  kLambdaCapturesThis = 20178,
  kDefaultStream = 20198,
  kLaunchBounds = 20238,
};

/// True of the warnings that come only when they are asked for.
AW_FRONTEND_API bool isOptional(unsigned number);

/// True if CUDA 13's compilers have a warning of this number.
AW_FRONTEND_API bool isWarningNumber(unsigned number);

/// The number of the warning that -Xcudafe calls `name`; 0: Clang has none that says the same, or
/// there is none.
AW_FRONTEND_API unsigned warningNumber(std::string_view name);

/// Clang's options (without -W) that are about the warning `number`.
AW_FRONTEND_API std::vector<std::string_view> clangOptions(unsigned number);

/// The number of what Clang warns of by this option; 0: it has none.
unsigned numberOfOption(std::string_view option);

enum class Severity { Ignored, Warning, Error };

/// How `job` is to tell the warning `number`: the last word about it counts. One that neither Clang
/// nor we have needs nothing, for it never comes.
AW_FRONTEND_API void setWarning(CompileJob &job, unsigned number, Severity severity);

} // namespace anywarp::frontend
