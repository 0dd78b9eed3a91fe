// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFTW: memory, wisdom, what is told of plans.

foreach precision = kPrecisions in {
  defvar names = Names<precision>;
  def names.Prefix # "_malloc" : LibraryFunction<[In<"size_t", "n">]>, Returns<"void *">;
  def names.Prefix # "_free" : LibraryFunction<[In<"void *", "pointer">]>, Returns<"void">;
  def names.Prefix # "_export_wisdom_to_file" : LibraryFunction<[In<"FILE *", "output_file">], Absent>, Returns<"void">,
      Because<"plans are not measured, so there is no wisdom">;
  def names.Prefix # "_import_wisdom_from_file" : LibraryFunction<[In<"FILE *", "input_file">], Absent>, Returns<"int">,
      Because<"plans are not measured, so wisdom has no use">;
  def names.Prefix # "_print_plan" : LibraryFunction<[In<"const " # names.Plan, "plan">]>, Returns<"void">;
  def names.Prefix # "_set_timelimit" : LibraryFunction<[In<"double", "seconds">]>, Returns<"void">;
  def names.Prefix # "_cost" : LibraryFunction<[In<"const " # names.Plan, "plan">]>, Returns<"double">;
  def names.Prefix # "_flops"
      : LibraryFunction<[In<"const " # names.Plan, "plan">, OptOut<"double *", "add">, OptOut<"double *", "mul">,
                         OptOut<"double *", "fma">]>, Returns<"void">;
  def names.Prefix # "_destroy_plan" : LibraryFunction<[In<names.Plan, "plan">]>, Returns<"void">;
  def names.Prefix # "_cleanup" : LibraryFunction<[]>, Returns<"void">;
}
