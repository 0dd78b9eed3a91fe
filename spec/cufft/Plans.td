// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT: plans (manual, sections "cuFFT Basic Plans", "cuFFT Extensible Plans").

// What describes a transform. Forms: 1d, 2d, 3d, Many; Many64 counts in 64 bits.
class Sized<string form, list<Param> params> {
  string Form = form;
  list<Param> Params = params;
}
class ManyParams<string number> {
  list<Param> Params = [
      In<"int", "rank">, In<number # " *", "n">,
      In<number # " *", "inembed">, In<number, "istride">, In<number, "idist">,
      In<number # " *", "onembed">, In<number, "ostride">, In<number, "odist">,
      In<"cufftType", "type">, In<number, "batch">];
}
def InInts : ManyParams<"int">;
def InLongs : ManyParams<"long long int">;
defvar kForms = [
    Sized<"1d", [In<"int", "nx">, In<"cufftType", "type">, In<"int", "batch">]>,
    Sized<"2d", [In<"int", "nx">, In<"int", "ny">, In<"cufftType", "type">]>,
    Sized<"3d", [In<"int", "nx">, In<"int", "ny">, In<"int", "nz">, In<"cufftType", "type">]>,
    Sized<"Many", InInts.Params>];
defvar kManyForms = [Sized<"Many64", InLongs.Params>];

foreach form = kForms in
  def "cufftPlan" # form.Form : LibraryFunction<!listconcat([Out<"cufftHandle *", "plan">], form.Params)>;
def cufftCreate : LibraryFunction<[Out<"cufftHandle *", "handle">]>;
foreach form = !listconcat(kForms, kManyForms) in
  def "cufftMakePlan" # form.Form
      : LibraryFunction<!listconcat([In<"cufftHandle", "plan">], form.Params, [Out<"size_t *", "workSize">])>;
def cufftDestroy : LibraryFunction<[In<"cufftHandle", "plan">]>, AnyHandle; // -1: CUFFT_PLAN_NULL
