// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several modules that are one program (relocatable device code) → one module.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/Module.h"
#include "support/Diagnostic.h"

namespace anywarp::ptx {

/// What a link is for: a program that runs, or a piece that is linked again.
enum class Linked { Program, Part };

/// Joins verified modules: `.extern` names meet the `.visible`, `.weak` or `.common` definition of
/// another module; names that are private to a module get a suffix where they would clash. Null,
/// with errors, for a name that is defined twice and, in a program, for one that is not defined. A
/// program loses the functions that no kernel and no variable reaches, and may lack what only they
/// call. Functions that the device library provides stay declarations.
std::unique_ptr<Module> link(std::vector<std::unique_ptr<Module>> modules, Diagnostics &diagnostics,
                             Linked kind = Linked::Program);

/// Names that a module defines and no other module of the program may.
std::vector<std::string> soleDefinitions(const Module &module);

/// Functions without definition that exist nevertheless: what device code may call of the system,
/// and the device runtime.
bool isProvided(std::string_view function);

/// A function that neither its module nor the system has, and who uses it first: a function, or a
/// variable in its initialiser.
struct UnresolvedFunction {
  std::string_view name, user;
};
/// Those of a whole program, by first use. Weak declarations may stay without definition.
std::vector<UnresolvedFunction> unresolvedFunctions(const Module &module);

/// `.extern` of a variable in a whole program that is a definition all the same: its size is known.
bool isIgnoredExtern(const Variable &variable);

/// What a whole program declares and nothing defines, in the words of NVIDIA's assembler.
struct Unresolved {
  std::vector<std::string> warnings, errors;
};
Unresolved unresolvedSymbols(const Module &module);

} // namespace anywarp::ptx
