// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFTW: plans (FFTW manual, sections "Basic Interface", "Advanced Interface", "Guru Interface").

// Prefix and real type of a precision.
defvar kPrecisions = [["fftw", "double"], ["fftwf", "float"]];
class Names<list<string> precision> {
  string Prefix = !head(precision);
  string Real = !head(!tail(precision)) # " *";
  string Complex = Prefix # "_complex *";
  string Plan = Prefix # "_plan";
}
// Suffix of a kind, whether its input and its output are real, and its last parameters.
class TransformKind<string suffix, bit isInReal, bit isOutReal> {
  string Suffix = suffix;
  bit IsInReal = isInReal;
  bit IsOutReal = isOutReal;
  list<Param> End = !if(!or(isInReal, isOutReal), [In<"unsigned", "flags">], [In<"int", "sign">, In<"unsigned", "flags">]);
}
defvar kKinds = [TransformKind<"", 0, 0>, TransformKind<"_r2c", 1, 0>, TransformKind<"_c2r", 0, 1>];
class Ends<Names names, TransformKind kind> {
  Param Source = In<!if(kind.IsInReal, names.Real, names.Complex), "in">;
  Param Target = In<!if(kind.IsOutReal, names.Real, names.Complex), "out">;
}

foreach precision = kPrecisions in {
  defvar names = Names<precision>;
  foreach kind = kKinds in {
    defvar ends = Ends<names, kind>;
    defvar data = !listconcat([ends.Source, ends.Target], kind.End);
    def names.Prefix # "_plan_dft" # kind.Suffix # "_1d"
        : LibraryFunction<!listconcat([In<"int", "n">], data)>, Returns<names.Plan>;
    def names.Prefix # "_plan_dft" # kind.Suffix # "_2d"
        : LibraryFunction<!listconcat([In<"int", "n0">, In<"int", "n1">], data)>, Returns<names.Plan>;
    def names.Prefix # "_plan_dft" # kind.Suffix # "_3d"
        : LibraryFunction<!listconcat([In<"int", "n0">, In<"int", "n1">, In<"int", "n2">], data)>, Returns<names.Plan>;
    def names.Prefix # "_plan_dft" # kind.Suffix
        : LibraryFunction<!listconcat([In<"int", "rank">, In<"const int *", "n">], data)>, Returns<names.Plan>;
    def names.Prefix # "_plan_many_dft" # kind.Suffix
        : LibraryFunction<!listconcat(
              [In<"int", "rank">, In<"const int *", "n">, In<"int", "batch">, ends.Source,
               In<"const int *", "inembed">, In<"int", "istride">, In<"int", "idist">, ends.Target,
               In<"const int *", "onembed">, In<"int", "ostride">, In<"int", "odist">], kind.End)>, Returns<names.Plan>;
    foreach width = [["guru", "iodim"], ["guru64", "iodim64"]] in {
      defvar dimension = "const " # names.Prefix # "_" # !head(!tail(width)) # " *";
      def names.Prefix # "_plan_" # !head(width) # "_dft" # kind.Suffix
          : LibraryFunction<!listconcat(
                [In<"int", "rank">, In<dimension, "dims">, In<"int", "batch_rank">, In<dimension, "batch_dims">],
                data)>, Returns<names.Plan>;
    }
  }
}
