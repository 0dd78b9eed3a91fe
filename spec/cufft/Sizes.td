// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT: sizes of work areas (manual, sections "cuFFT Estimated Size of Work Area", "cuFFT Refined Estimated Size of Work Area").

foreach form = kForms in
  def "cufftEstimate" # form.Form : LibraryFunction<!listconcat(form.Params, [Out<"size_t *", "workSize">])>;
foreach form = !listconcat(kForms, kManyForms) in
  def "cufftGetSize" # form.Form
      : LibraryFunction<!listconcat([In<"cufftHandle", "handle">], form.Params, [Out<"size_t *", "workSize">])>;
def cufftGetSize : LibraryFunction<[In<"cufftHandle", "handle">, Out<"size_t *", "workSize">]>;
