// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vocabulary of the API tables (spec/driver, spec/runtime): functions, enums, structs, macros.
// utils/gen/api.py prints headers, exported entry points and lookup tables from them.

// What the generated entry point checks before a call.
//                                  cuInit   current context       without a sticky error   green context may be destroyed
class Requirement;
def None : Requirement;           // no       no                    no                       -
def Initialized : Requirement;    // yes      no                    no                       -
def CurrentContext : Requirement; // yes      yes                   yes                      no
def UsableContext : Requirement;  // yes      named by arguments    yes                      no
def HandleContext : Requirement;  // yes      named by arguments    yes                      yes
def AnyContext : Requirement;     // yes      yes                   yes                      yes; any context may be
def CodeContext : Requirement;    // yes      named by arguments    yes                      yes; any context may be

// Done: a function of the same name exists in anywarp::driver (or anywarp::runtime) and does the work.
// Absent: the entry point answers NOT_SUPPORTED and says so, and why, in the trace and the error log.
class Status;
def Done : Status;
def Absent : Status;

// Parameters. Out is a pointer that must not be null (the entry point checks it and the trace shows
// what it received); OptOut may be null; InOut is written, and checked by the function itself.
class Param<string type, string name, string byDefault> {
  string Type = type;
  string Name = name;
  string Default = byDefault; // C++ default argument
}
class In<string type, string name, string byDefault = ""> : Param<type, name, byDefault>;
class Out<string type, string name, string byDefault = ""> : Param<type, name, byDefault>;
class OptOut<string type, string name, string byDefault = ""> : Param<type, name, byDefault>;
class InOut<string type, string name, string byDefault = ""> : Param<type, name, byDefault>;
// An address in memory that the driver gave out or registered: like CUdeviceptr it tells whose.
class Known<string type, string name> : Param<type, name, "">;
// Runtime rows with On: the driver receives a `to`, which the room's function `how` makes of it or says why not.
// `pass`: what stands before it in the call.
class Turned<string type, string name, string to, string how, string pass = ""> : Param<type, name, ""> {
  string To = to;
  string How = how;
  string Pass = pass;
}

// A handle whose object the function receives: the type's row says how it is found (Object). `orElse`: the result where it
// stands for none; `how`: another function that finds it. Each of them only where the row differs from its type.
class Found<string type, string name, string orElse = "", string how = ""> : In<type, name> {
  string OrElse = orElse;
  string How = how;
}
// The same, but the function receives the handle itself.
class Checked<string type, string name, string orElse = "", string how = ""> : Found<type, name, orElse, how>;

// It receives what such an object contains: an `object`, which `how` finds.
class FoundAs<string object, string type, string name, string orElse, string how> : Found<type, name, orElse, how> {
  string As = object;
}

// What is checked before the function runs, in this order: a documented failure whose condition is C++ over the parameters; a
// question to a function of the room; objects that are not found first, in the order of the parameters. NAME_ is the
// object of a parameter NAME.
class Check;
// `broken`, of the rules for a record: what makes a valid one fail it, for the test (see Rules).
class Fails<string result, string condition, string broken = ""> : Check {
  string Result = result;
  string Condition = condition;
  string Broken = broken;
}
class Asks<string call, string result = "", string when = ""> : Check {
  string Call = call;
  string Result = result; // what it answers, and when; not said where that is more than a sentence
  string When = when;
}
class Find<string param> : Check { string Name = param; }
// What a parameter points to meets the rules of that name. MeetsInside: the function itself asks them.
class Meets<string param, string rules, string given = ""> : Check {
  string Name = param;
  string Rules = rules;
  string Given = given; // for the test: what else has to hold of the parameters
}
class MeetsInside<string param, string rules, string given = ""> : Meets<param, rules, given>;
class Unsafe : Asks<"refuseUnsafe()", "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED",
                    "a stream captures in a mode that forbids such calls of this thread">;
class NotCaptured<string stream> : Asks<"refuseOn(*" # stream # "_)", "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED",
                                        "`" # stream # "` captures">;

// Checks of a record, or of what the driver knows, that are no function's own: a function `NAME(params)` which answers the first
// failure. `units`: the files of the room that ask; each includes rules/UNIT.inc, and conditions may use what stands before that line.
class Rules<list<string> units, list<Param> params, list<Check> checks> {
  list<string> Units = units;
  list<Param> Params = params;
  list<Check> Checks = checks;
  string Valid = ""; // what makes a valid record of zeros, `it`, for the test
}
class Valid<string statements> { string Valid = statements; }
// Between the checks of Rules: a name for later ones; what needs no further check; checks of each element of a range.
class Let<string declaration> : Check { string Declaration = declaration; }
class Accepts<string condition> : Check { string Condition = condition; }
class Each<string element, string range, list<Check> checks> : Check {
  string Element = element;
  string Range = range;
  list<Check> Checks = checks;
}

class Function<list<Param> params, Requirement requires, Status status> {
  list<Param> Params = params;
  Requirement Requires = requires;
  Status State = status;
  string Symbol = NAME;  // exported name
  string Base = NAME;    // name by which cuGetProcAddress knows it
  string Public = "";    // a second name in the header that stands for this function
  string Twin = "";      // suffix of the form for the per-thread default stream
  bit IsOld = false;     // exported for old programs, not declared to new ones
  bit IsDeprecated = false;
  list<Check> Errors = [];
  string Reason = "";    // why it is absent
  string Callee = "";    // the driver's function that does all of it; its arguments, if not the same in the same order
  list<string> Arguments = [];
  string NothingIf = "";
  string Unit = "";      // the file that includes bodies/UNIT.inc, and the whole function as an expression (Is, Gives)
  string Body = "";
  bit Gives = 0;
  string InHostFunction = "CUDA_ERROR_NOT_PERMITTED"; // what a call answers there before it does anything
  bit IsAcross = false;  // serves NVIDIA's devices and ours at once: a function of lib/driver/entry/Routing.h
  string Doc = "";       // what it does, in one sentence; old forms, and what only passes on, have that of the other row
}

class DriverFunction<int since, list<Param> params, Requirement requires = CurrentContext,
                     Status status = Absent> : Function<params, requires, status> {
  int Since = since; // version of CUDA that brought this form
}

// CurrentContext here: the primary context of the thread's device, made on the first such call.
class RuntimeFunction<list<Param> params, Requirement requires = CurrentContext,
                      Status status = Absent> : Function<params, requires, status> {
  string Result = "cudaError_t";
  bit IsDevice = false; // callable in device code too
  bit IsHidden = false; // exported, declared in no public header
  bit IsRaw = false;    // the exported function itself is hand-written
}

// Properties of a row, written after its class.
class Version<int number> {
  string Symbol = NAME # "_v" # number;
  int Number = number;
}
class Public<string name> { string Public = name; }
class Of<string base> { string Base = base; }
class Old<string base, string suffix = ""> {
  string Base = base;
  string Symbol = base # suffix;
  bit IsOld = true;
}
class PerThread { string Twin = "_ptds"; }       // a synchronous call
class PerThreadStream { string Twin = "_ptsz"; } // a call with a stream
// Only passes on, to a function of the driver: there is nothing by hand. Arguments are C++; the types may differ as Same rows say.
class On<string function, list<string> arguments = []> {
  string Callee = function;
  list<string> Arguments = arguments;
}
// The function is this expression over its parameters, an object having the name of its handle. It may name what its file has:
// UNIT.cpp includes bodies/UNIT.inc. Gives: the value of the one Out parameter, with success. Does: what is done, with success.
class Is<string unit, string expression> {
  string Unit = unit;
  string Body = expression;
}
class Gives<string unit, string expression> : Is<unit, expression> { bit Gives = 1; }
class Does<string unit, string expression> : Is<unit, "(" # expression # ", CUDA_SUCCESS)">;
// Of rows with On: when there is nothing to do, which is success.
class DoneIf<string condition> { string NothingIf = condition; }
class Refuses<list<Check> errors> { list<Check> Errors = errors; }
class Doc<string text> { string Doc = text; }
class Because<string reason> { string Reason = reason; }
class Across { bit IsAcross = true; }
// Also answers, or refuses otherwise, in a function of the program that a stream, a graph or a user object runs (seen).
class InHostFunctions<string answer = "CUDA_SUCCESS"> { string InHostFunction = answer; }
class Deprecated { bit IsDeprecated = true; }
class Internal { bit IsInternal = true; } // type of old forms only
class Returns<string type> { string Result = type; }
class Device { bit IsDevice = true; }
class Hidden { bit IsHidden = true; }
class Raw { bit IsRaw = true; }

// Functions that device code may call, one group; Because: why it may not.
class DeviceFunctions<string section, list<string> names> {
  string Section = section;
  list<string> Names = names;
  string Reason = "";
}

// Types. The record's name is the type's name; Version<N> adds NAME_vN, of which NAME is an alias.
// Driver types are always typedefs (of NAME_st, NAME_enum unless Tag says otherwise); a runtime type is
// a plain struct or enum unless it is Named (typedef of the same name) or has a Tag.
class Type {
  bit HasTypedef = false;
  int Number = 0;
  string Tag = "";
  bit IsInternal = false;
  string Owner = ""; // how a value tells whose device it belongs to: a function of routing::Route
  string SameAs = "";
  string ObjectType = "";
  string OrElse = "";
  string How = "";
  bit SaysWhy = false;
}
// Of the runtime's types: the driver's type that is the same bytes. Fields, numbers of enums and macros are compared when
// the room is built.
class Same<string type> { string SameAs = type; }
class Named { bit HasTypedef = true; }
class Tag<string name> { string Tag = name; }
class Owner<string how> { string Owner = how; }
class Align<int bytes> { int Alignment = bytes; }

class Value<string name, int value, string text = ""> {
  string Name = name;
  int Number = value;
  string Text = text; // what the library prints for an error code
}
class Enum<list<Value> values> : Type { list<Value> Values = values; }
class Struct<int size, code fields> : Type {
  int Size = size; // bytes on a 64-bit machine; checked when the library is built
  string Fields = fields;
  int Alignment = 0;
}
class Union<int size, code fields> : Struct<size, fields>;
// Handles that stand for an object of lib/driver. `orElse`: the result where one stands for nothing. `how`(handle) finds it: find<T>
// where nothing is said.
class Object<string object, string orElse, string how = ""> {
  string ObjectType = object;
  string OrElse = orElse;
  string How = how;
}
// `how`(handle, T *&) also says why an object cannot be used; null may stand for one.
class Usable<string object, string orElse, string how> : Object<object, orElse, how> { bit SaysWhy = true; }
class Handle<string tag> : Type {
  string Pointee = tag;
  let Owner = "handle";
}
class Typedef<string type> : Type { string Target = type; }
class Callback<string result, string params> : Type {
  string Result = result;
  string ParamList = params;
  bit IsPlain = false; // without a macro for the calling convention
}
class Plain { bit IsPlain = true; }
class Macro<string text> {
  string Text = text;
  string SameAs = "";
}
class Guard<string macro> { string Guard = macro; } // skipped when the macro is set, else sets it

// Generated headers, include/anywarp/api/NAME.h, and the families (files of the folder) they hold.
class Header<list<string> families> { list<string> Families = families; }
class TypesHeader<list<string> families> : Header<families>;
class FunctionsHeader<list<string> families> : Header<families>;
