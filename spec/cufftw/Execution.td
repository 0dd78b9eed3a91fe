// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFTW: execution (FFTW manual, sections "Using Plans", "New-array Execute Functions").

foreach precision = kPrecisions in {
  defvar names = Names<precision>;
  def names.Prefix # "_execute" : LibraryFunction<[In<"const " # names.Plan, "plan">]>, Returns<"void">;
  foreach kind = kKinds in
    def names.Prefix # "_execute_dft" # kind.Suffix
        : LibraryFunction<[In<"const " # names.Plan, "plan">,
                           In<!if(kind.IsInReal, names.Real, names.Complex), "idata">,
                           In<!if(kind.IsOutReal, names.Real, names.Complex), "odata">]>, Returns<"void">;
}
