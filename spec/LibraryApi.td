// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vocabulary of the tables of CUDA's libraries (spec/curand, …), on top of Api.td. utils/gen/library.py prints headers, exported
// functions with their checks, and the page "what works". One LibraryInfo for each library.
include "Api.td"

class LibraryInfo {
  string Name;              // "curand": room, namespace, headers
  string Title;             // "cuRAND"
  string File;              // "libcurand"
  list<int> Versions;       // of the shared object's name, the newest first; CMake reads this line
  string Result;            // type of a status
  string Success;
  string Null;              // status where an Out parameter is null
  string BadHandle;         // status where a handle is null or not live
  string NotSupported;      // status of Absent rows
  string NoVendor;          // status on a GPU without NVIDIA's library
  bit IsOwnOnGpu = false;   // on a GPU, too, the work is ours: the room calls other libraries of NVIDIA's
  bit HasVersionNode = true; // false: the exported names carry no version
  string Convention = "";   // macro between result and name in the header
  bit HasLog = false;       // anywarp::LIBRARY::log() is a library::Log and hears of each call
  string Notes = "";        // a function of anywarp::LIBRARY that is given the name and the status of each call
  list<string> Handles = []; // types whose values the exported functions check with isLive(value)
}

// Done: a function of the same name exists in anywarp::LIBRARY.
class LibraryFunction<list<Param> params, Status status = Done> : Function<params, None, status> {
  string Result = "";       // empty: the library's status
  bit IsHidden = false;     // exported, declared nowhere
  bit TakesAnyHandle = false;
  string BadContext = "";   // status where the first handle is null or not live; empty: the library's BadHandle
  bit IsCplusplus = false;  // declared to C++ only (SymbolsHeader)
  list<string> UncountedTypes = []; // Numbered failures do not count parameters of these types
  string Calls = "";        // function or template of anywarp::LIBRARY that does the work, if it has another name
}
// The function looks at its handles itself.
class AnyHandle { bit TakesAnyHandle = true; }
// The row is one of a family: what does its work, as "potrf<float>". The file of lib/LIBRARY that defines it ends with
//   #define AW_ENTRIES_CHOSEN
//   #define AW_ENTRIES_<file of the rows>
//   #include "LIBRARY/Entries.inc"
// Entry.cpp defines neither and gets the files without such rows.
class Calls<string name> { string Calls = name; }

// A documented failure that is told by the number of the parameter, as BLAS does: anywarp::LIBRARY::refuse("NAME", number) tells it and is
// the status. The first parameter, a handle, has number 0. Routine: the name that is told; by default the symbol in capitals, without the library's name and versions.
class Illegal<string param, string condition, string routine = ""> : Fails<"", condition> {
  string Parameter = param;
  string Routine = routine;
}

// A failure that the device hears of as well, in the memory that a parameter of class Told names: the number of the wrong parameter, the first
// after the handle being 1. Told with a minus, unless IsPositive. No parameter: 0.
// anywarp::NAME::tell(handle, memory, number, status) writes it, in the order of the stream, and is the status.
class Numbered<string param, string result, string condition> : Fails<result, condition> { string Parameter = param; }
class Told<string type, string name, bit isPositive = false> : In<type, name> { bit IsPositive = isPositive; }
// Parameters of these types have no number in the row.
class Uncounted<list<string> types> { list<string> UncountedTypes = types; }

// An enum whose values the room lists with LIBRARY/Values.inc: it defines AW_VALUES_<enum> and AW_VALUE(name, number).
class Listed;

// For a library whose functions have two names: the names that stand for others (NamesHeader) are not declared here but by symbol.
class NamesHeader<list<string> families> : Header<families>;
class SymbolsHeader<list<string> families> : Header<families>;
