// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of Clang 19 that lib/frontend replaces through the linker's --wrap option: which, why, which test
// fails without it, and what to look at when Clang is upgraded. From here come the link options, the names that the
// sources use, and a page. utils/check-overrides holds the table against an installed Clang.

// Clang's calls of `symbol` reach the function that a source declares with asm("__wrap_" AW_NAME); Clang's own one is
// callable as asm("__real_" AW_NAME). Calls inside the object file that defines the symbol are not redirected.
class Override<string symbol> {
  string Symbol = symbol;
  string File = "";    // below lib/frontend
  string Reason = "";  // what nvcc or NVRTC does that Clang does not
  string Test = "";
  string Upgrade = ""; // what to look at in a newer Clang
}

let File = "overrides/SemaOverride.cpp" in {
def IDENTIFY : Override<"_ZN5clang8SemaCUDA18IdentifyPreferenceEPKNS_12FunctionDeclES3_"> {
  let Reason = "Device code may name kernels and call host functions that nvcc lets through, and any function where nothing is evaluated.";
  let Test = "test/nvcc/host_device_call.cu";
  let Upgrade = "The order of CUDAFunctionPreference, and who calls it: EraseUnwantedMatches does so without the linker seeing it. That AddOverloadCandidate enters an unevaluated context.";
}
def ERASE : Override<"_ZN5clang8SemaCUDA20EraseUnwantedMatchesEPKNS_12FunctionDeclERN4llvm15SmallVectorImplISt4pairINS_14DeclAccessPairEPS1_EEE"> {
  let Reason = "The candidates of a call are ranked by our IdentifyPreference.";
  let Test = "test/nvcc/host_device_call.cu";
  let Upgrade = "That the contract is still: keep the candidates with the best preference.";
}
def CHECK_CALL : Override<"_ZN5clang8SemaCUDA9CheckCallENS_14SourceLocationEPNS_12FunctionDeclE"> {
  let Reason = "Calls across execution spaces are a numbered warning, and trap on the device.";
  let Test = "test/nvcc/host_device_call.cu";
  let Upgrade = "That every call of device code still comes here, launches as __cudaPushCallConfiguration.";
}
def CHECK_INIT : Override<"_ZN5clang8SemaCUDA23checkAllowedInitializerEPNS_7VarDeclE"> {
  let Reason = "An object in shared memory may have a constructor, which does not run.";
  let Test = "test/nvcc/shared_constructor.cu";
  let Upgrade = "That the code generator still emits no initializer of a __shared__ variable.";
}
def TRAIT : Override<"_ZN5clang4Sema14BuildTypeTraitENS_9TypeTraitENS_14SourceLocationEN4llvm8ArrayRefIPNS_14TypeSourceInfoEEES2_"> {
  let Reason = "nvcc has traits of closure types, which lambda_traits.h spells as two old traits.";
  let Test = "test/nvcc/lambda_traits.cu";
  let Upgrade = "That __has_trivial_move_assign and __has_trivial_move_constructor still exist.";
}
def LAMBDA : Override<"_ZN5clang8SemaCUDA14SetLambdaAttrsEPNS_13CXXMethodDeclE"> {
  let Reason = "An annotated lambda needs --extended-lambda.";
  let Test = "test/nvcc/flags_needed.cu";
  let Upgrade = "That it is called for lambdas without an annotation, too.";
}
def CONFIGURATION : Override<"_ZN5clang8SemaCUDA19ActOnExecConfigExprEPNS_5ScopeENS_14SourceLocationEN4llvm15MutableArrayRefIPNS_4ExprEEES3_"> {
  let Reason = "A launch that names no stream is warning 20056 if asked for.";
  let Test = "test/nvcc/warnings_requested.cu";
  let Upgrade = "That a launch in a template comes here for each instance.";
}
def GENERATE : Override<"_ZN5clang7CodeGen15CodeGenFunction12GenerateCodeENS_10GlobalDeclEPN4llvm8FunctionERKNS0_14CGFunctionInfoE"> {
  let Reason = "A host function that device code calls gets a body that traps.";
  let Test = "test/nvcc/host_device_call.cu";
  let Upgrade = "The list of parameters: CGFunctionInfo is passed as an address.";
}
def ASM : Override<"_ZN5clang4Sema15ActOnGCCAsmStmtENS_14SourceLocationEbbjjPPNS_14IdentifierInfoEN4llvm15MutableArrayRefIPNS_4ExprEEES9_S8_S9_jS1_"> {
  let Reason = "One percent sign before the name of a PTX register is enough. Operands have the type of their constraint.";
  let Test = "test/nvcc/asm_names.cu";
  let Upgrade = "The list of parameters, and whether the text is still a StringLiteral.";
}
def ALIGNAS : Override<"_ZN5clang4Sema26CheckAlignasUnderalignmentEPNS_4DeclE"> {
  let Reason = "An alignas weaker than the type's own is dropped, not refused.";
  let Test = "test/nvcc/weak_alignas.cu";
  let Upgrade = "The error err_alignas_underaligned and who else reports it.";
}
}

let File = "overrides/SemaSpaces.cpp" in {
def PROCESS : Override<"_ZN5clang4Sema21ProcessDeclAttributesEPNS_5ScopeEPNS_4DeclERKNS_10DeclaratorE"> {
  let Reason = "A declaration without a space is that of an earlier one with a space. Entities get nvcc's visibility.";
  let Test = "test/nvcc/redeclared.cu";
  let Upgrade = "That it runs before Sema compares the declaration with earlier ones.";
}
def CONSTANT : Override<"_ZN5clang8SemaCUDA20MaybeAddConstantAttrEPNS_7VarDeclE"> {
  let Reason = "A const __device__ variable is global memory, is kept when host code asks for its address, and may be large.";
  let Test = "test/nvcc/device_constants.cu";
  let Upgrade = "That the implicit attribute still decides the address space and whether both sides have a copy.";
}
def TARGET : Override<"_ZN5clang8SemaCUDA14IdentifyTargetEPKNS_12FunctionDeclEb"> {
  let Reason = "The space of a candidate of an explicit instantiation is remembered.";
  let Test = "test/nvcc/redeclared.cu";
  let Upgrade = "That ignoreImplicit is true for candidates of explicit instantiations only.";
}
def HOST_DEVICE : Override<"_ZN5clang8SemaCUDA23maybeAddHostDeviceAttrsEPNS_12FunctionDeclERKNS_12LookupResultE"> {
  let Reason = "A kernel takes no space from the pragma of -default-device, nor what is declared again.";
  let Test = "conformance/nvrtc/Nvrtc.cpp";
  let Upgrade = "Whether Clang still adds spaces to kernels under the pragma.";
}
def DEFAULTED : Override<"_ZN5clang4Sema16SetDeclDefaultedEPNS_4DeclENS_14SourceLocationE"> {
  let Reason = "A defaulted member is for whatever its class is for.";
  let Test = "test/nvcc/defaulted.cu";
  let Upgrade = "Whether Clang ignores spaces of defaulted members itself: newer ones may.";
}
def TARGET_PARSED : Override<"_ZN5clang8SemaCUDA14IdentifyTargetERKNS_20ParsedAttributesViewE"> {
  let Reason = "An explicit instantiation without a space takes that of its template.";
  let Test = "test/nvcc/redeclared.cu";
  let Upgrade = "That it is called right after IdentifyTarget of the candidate.";
}
}

let File = "overrides/HostWarnings.cpp" in {
def START : Override<"_ZN5clang4Sema23ActOnStartOfFunctionDefEPNS_5ScopeEPNS_4DeclEPNS_12SkipBodyInfoENS0_10FnBodyKindE"> {
  let Reason = "-Xcompiler -Wall is not about device code; here a function begins.";
  let Test = "test/nvcc/quiet.cu";
  let Upgrade = "That functions of templates begin here when they are instantiated.";
}
def START_PARSED : Override<"_ZN5clang4Sema23ActOnStartOfFunctionDefEPNS_5ScopeERNS_10DeclaratorEN4llvm15MutableArrayRefIPNS_21TemplateParameterListEEEPNS_12SkipBodyInfoENS0_10FnBodyKindE"> {
  let Reason = "As START, for a function that is being parsed.";
  let Test = "test/nvcc/quiet.cu";
  let Upgrade = "The list of parameters.";
}
def FINISH : Override<"_ZN5clang4Sema23ActOnFinishFunctionBodyEPNS_4DeclEPNS_4StmtEb"> {
  let Reason = "The end of what START began.";
  let Test = "test/nvcc/quiet.cu";
  let Upgrade = "That it is called for lambdas and for instances.";
}
def FINISH_PARSED : Override<"_ZN5clang4Sema23ActOnFinishFunctionBodyEPNS_4DeclEPNS_4StmtE"> {
  let Reason = "The end of what START_PARSED began.";
  let Test = "test/nvcc/quiet.cu";
  let Upgrade = "Whether it still passes on to FINISH.";
}
}

let File = "overrides/NeverConstant.cpp" in {
def POTENTIAL : Override<"_ZN5clang4Expr23isPotentialConstantExprEPKNS_12FunctionDeclERN4llvm15SmallVectorImplISt4pairINS_14SourceLocationENS_17PartialDiagnosticEEEE"> {
  let Reason = "A constexpr function that is never constant is no error of nvcc, and of g++ only for what its body says.";
  let Test = "test/nvcc/never_constant.cu";
  let Upgrade = "Whether Clang still asks it: C++23 dropped the rule (P2448). The notes that say why.";
}
}

let File = "overrides/TemplateBodies.cpp" in {
def EMIT : Override<"_ZN5clang4Sema21EmitCurrentDiagnosticEj"> {
  let Reason = "Errors in a body of a template are kept until it is instantiated.";
  let Test = "test/nvcc/template_bodies.cu";
  let Upgrade = "Whether diagnostics still pass through Sema::EmitCurrentDiagnostic. In Clang 21 they pass through Sema::EmitDiagnostic(unsigned, const DiagnosticBuilder &).";
}
def ADDRESS : Override<"_ZN5clang7CodeGen13CodeGenModule17GetAddrOfFunctionENS_10GlobalDeclEPN4llvm4TypeEbbNS0_15ForDefinition_tE"> {
  let Reason = "A use by the code generator tells the errors of an instance, and finds stubs of kernels.";
  let Test = "test/nvcc/template_bodies.cu";
  let Upgrade = "The list of parameters.";
}
def STRUCTOR : Override<"_ZN5clang7CodeGen13CodeGenModule27getAddrAndTypeOfCXXStructorENS_10GlobalDeclEPKNS0_14CGFunctionInfoEPN4llvm12FunctionTypeEbNS0_15ForDefinition_tE"> {
  let Reason = "As ADDRESS, for constructors and destructors.";
  let Test = "test/nvcc/template_bodies.cu";
  let Upgrade = "The list of parameters.";
}
}

let File = "ast/DeviceExpressions.cpp" in {
def NAMED_CAST : Override<"_ZN5clang4Sema17ActOnCXXNamedCastENS_14SourceLocationENS_3tok9TokenKindES1_RNS_10DeclaratorES1_S1_PNS_4ExprES1_"> {
  let Reason = "dynamic_cast in device code is refused where it stands.";
  let Test = "test/nvcc/device_expressions.cu";
  let Upgrade = "The list of parameters.";
}
def NAMED_CAST_AGAIN : Override<"_ZN5clang4Sema17BuildCXXNamedCastENS_14SourceLocationENS_3tok9TokenKindEPNS_14TypeSourceInfoEPNS_4ExprENS_11SourceRangeES8_"> {
  let Reason = "As NAMED_CAST, in an instance of a template.";
  let Test = "test/nvcc/device_expressions.cu";
  let Upgrade = "The list of parameters.";
}
def TYPEID : Override<"_ZN5clang4Sema14ActOnCXXTypeidENS_14SourceLocationES1_bPvS1_"> {
  let Reason = "typeid in device code is refused where it stands.";
  let Test = "test/nvcc/device_expressions.cu";
  let Upgrade = "The list of parameters.";
}
def TYPEID_OF_TYPE : Override<"_ZN5clang4Sema14BuildCXXTypeIdENS_8QualTypeENS_14SourceLocationEPNS_14TypeSourceInfoES2_"> {
  let Reason = "As TYPEID of a type, in an instance of a template.";
  let Test = "test/nvcc/device_expressions.cu";
  let Upgrade = "The list of parameters.";
}
def TYPEID_OF_EXPR : Override<"_ZN5clang4Sema14BuildCXXTypeIdENS_8QualTypeENS_14SourceLocationEPNS_4ExprES2_"> {
  let Reason = "As TYPEID of an expression, in an instance of a template.";
  let Test = "test/nvcc/device_expressions.cu";
  let Upgrade = "The list of parameters.";
}
def VA_ARG : Override<"_ZN5clang4Sema10ActOnVAArgENS_14SourceLocationEPNS_4ExprENS_9OpaquePtrINS_8QualTypeEEES1_"> {
  let Reason = "va_arg works in device code.";
  let Test = "test/nvcc/variadic.cu";
  let Upgrade = "Whether Clang still refuses it for NVPTX: newer ones lower variadic functions.";
}
def VA_ARG_AGAIN : Override<"_ZN5clang4Sema14BuildVAArgExprENS_14SourceLocationEPNS_4ExprEPNS_14TypeSourceInfoES1_"> {
  let Reason = "As VA_ARG, in an instance of a template.";
  let Test = "test/nvcc/variadic.cu";
  let Upgrade = "As VA_ARG.";
}
def FUNCTION_CALL : Override<"_ZN5clang4Sema17CheckFunctionCallEPNS_12FunctionDeclEPNS_8CallExprEPKNS_17FunctionProtoTypeE"> {
  let Reason = "Structures behind the named parameters are passed as va_arg reads them.";
  let Test = "test/nvcc/variadic.cu";
  let Upgrade = "Whether Clang still expands such structures for NVPTX, and comes here with all arguments converted.";
}
def POINTER_CALL : Override<"_ZN5clang4Sema16CheckPointerCallEPNS_9NamedDeclEPNS_8CallExprEPKNS_17FunctionProtoTypeE"> {
  let Reason = "As FUNCTION_CALL, through a pointer that has a name.";
  let Test = "test/nvcc/variadic.cu";
  let Upgrade = "As FUNCTION_CALL.";
}
def OTHER_CALL : Override<"_ZN5clang4Sema14CheckOtherCallEPNS_8CallExprEPKNS_17FunctionProtoTypeE"> {
  let Reason = "As FUNCTION_CALL, through other expressions.";
  let Test = "test/nvcc/variadic.cu";
  let Upgrade = "As FUNCTION_CALL.";
}
def BUILTIN : Override<"_ZN5clang4Sema24CheckBuiltinFunctionCallEPNS_12FunctionDeclEjPNS_8CallExprE"> {
  let Reason = "Builtins of mathematics call the device's functions.";
  let Test = "test/nvcc/math_builtins.cu";
  let Upgrade = "That the second parameter is the builtin's number.";
}
}

let File = "passes/DeviceNames.cpp" in {
def CREATE_MANGLER : Override<"_ZN5clang10ASTContext19createMangleContextEPKNS_10TargetInfoE"> {
  let Reason = "The host pass keeps the mangler of device names.";
  let Test = "test/nvcc/relocatable_names.cu";
  let Upgrade = "Whether the host pass still makes one for the device's target.";
}
def MANGLE_NAME : Override<"_ZN5clang13MangleContext10mangleNameENS_10GlobalDeclERN4llvm11raw_ostreamE"> {
  let Reason = "Entities with internal linkage have nvcc's names.";
  let Test = "test/nvcc/relocatable_names.cu";
  let Upgrade = "That the code generator mangles by this function alone.";
}
def SHOULD_EXTERNALIZE : Override<"_ZNK5clang10ASTContext17shouldExternalizeEPKNS_4DeclE"> {
  let Reason = "Clang appends no suffix of its own to such names.";
  let Test = "test/nvcc/relocatable_names.cu";
  let Upgrade = "Who asks it: today only code that appends the suffix.";
}
}

let File = "overrides/ManagedAddresses.cpp" in {
def INITIALIZER : Override<"_ZNK5clang4Expr21EvaluateAsInitializerERNS_7APValueERKNS_10ASTContextEPKNS_7VarDeclERN4llvm15SmallVectorImplISt4pairINS_14SourceLocationENS_17PartialDiagnosticEEEEb"> {
  let Reason = "The address of a managed variable is no constant of host code.";
  let Test = "test/nvcc/managed_addresses.cu";
  let Upgrade = "The list of parameters.";
}
def RVALUE : Override<"_ZNK5clang4Expr16EvaluateAsRValueERNS0_10EvalResultERKNS_10ASTContextEb"> {
  let Reason = "As INITIALIZER, for values of expressions.";
  let Test = "test/nvcc/managed_addresses.cu";
  let Upgrade = "Whether the code generator asks further functions of Expr.";
}
def LVALUE : Override<"_ZNK5clang4Expr16EvaluateAsLValueERNS0_10EvalResultERKNS_10ASTContextEb"> {
  let Reason = "As INITIALIZER, for addresses.";
  let Test = "test/nvcc/managed_addresses.cu";
  let Upgrade = "Whether the code generator asks further functions of Expr.";
}
def THREAD_INIT : Override<"_ZN5clang7CodeGen13CodeGenModule26EmitCXXThreadLocalInitFuncEv"> {
  let Reason = "Managed variables become pointers when the code generator has made its last function.";
  let Test = "test/nvcc/managed_addresses.cu";
  let Upgrade = "That it is the last step before the module is handed over.";
}
}

let File = "overrides/LexOverride.cpp" in {
def LEX : Override<"_ZN5clang12Preprocessor3LexERNS_5TokenE"> {
  let Reason = "Launches with braces or spaces, alignas after a space, pragmas out of macros, a comma behind the last template argument, an end to parses of exponential time.";
  let Test = "test/nvcc/launch_tokens.cu";
  let Upgrade = "Whether tokens are cached by another function, and that lookahead still calls Lex within Lex.";
}
def LOOP_HINT : Override<"_ZN5clang4Sema17CheckLoopHintExprEPNS_4ExprENS_14SourceLocationEb"> {
  let Reason = "A count of #pragma unroll that nvcc ignores is a warning.";
  let Test = "test/nvcc/pragma_unroll_wrong.cu";
  let Upgrade = "Whether CheckLoopHintExpr and its callers keep the count 0.";
}
def KNOWN_INT : Override<"_ZNK5clang4Expr21EvaluateKnownConstIntERKNS_10ASTContextEPN4llvm15SmallVectorImplISt4pairINS_14SourceLocationENS_17PartialDiagnosticEEEE"> {
  let Reason = "Clang 19 crashes on the count of a pragma in a generic lambda.";
  let Test = "test/nvcc/pragma_unroll.cu";
  let Upgrade = "Whether the crash is mended: this one may go.";
}
}

let File = "overrides/ParseOverride.cpp" in {
def DIAG : Override<"_ZN5clang6Parser4DiagENS_14SourceLocationEj"> {
  let Reason = "A dependent name before < behind typename is a template.";
  let Test = "test/nvcc/typename_template.cu";
  let Upgrade = "Whether err_missing_dependent_template_keyword is still an error: CWG 1710 allows the form.";
}
def SCOPE : Override<"_ZN5clang6Parser30ParseOptionalCXXScopeSpecifierERNS_12CXXScopeSpecENS_9OpaquePtrINS_8QualTypeEEEbbPbbPPKNS_14IdentifierInfoEbb"> {
  let Reason = "Tells DIAG that the parser stands behind typename.";
  let Test = "test/nvcc/typename_template.cu";
  let Upgrade = "The list of parameters. Clang 21 has one more bool at its end.";
}
}

let File = "overrides/EvaluationOrder.cpp" in {
def CALL_ARGUMENTS : Override<"_ZN5clang7CodeGen15CodeGenFunction12EmitCallArgsERNS0_11CallArgListENS1_16PrototypeWrapperEN4llvm14iterator_rangeINS_4Stmt12CastIteratorINS_4ExprEKPKS9_KPKS7_EEEENS1_14AbstractCalleeEjNS1_15EvaluationOrderE"> {
  let Reason = "Host code evaluates arguments from the right to the left, as g++.";
  let Test = "test/nvcc/evaluation_order.cu";
  let Upgrade = "The layout of PrototypeWrapper and AbstractCallee, and the values of EvaluationOrder.";
}
}

let File = "overrides/AliasTemplates.cpp" in {
def CANONICAL : Override<"_ZNK5clang10ASTContext28getCanonicalTemplateArgumentERKNS_16TemplateArgumentE"> {
  let Reason = "An alias template that only renames a template is that template (CWG 1286).";
  let Test = "test/nvcc/alias_templates.cu";
  let Upgrade = "Whether Clang implements CWG 1286: this one may go.";
}
}

let File = "overrides/DecimalTies.cpp" in {
def NUMERIC_CONSTANT : Override<"_ZN5clang4Sema20ActOnNumericConstantERKNS_5TokenEPNS_5ScopeE"> {
  let Reason = "A decimal literal half way between two numbers is rounded as nvcc rounds it.";
  let Test = "test/nvcc/decimal_ties.cu";
  let Upgrade = "That every literal outside of the preprocessor comes here.";
}
}

let File = "overrides/NullMembers.cpp" in {
def WRITTEN : Override<"_ZN5clang4Sema28ActOnStaticAssertDeclarationENS_14SourceLocationEPNS_4ExprES3_S1_"> {
  let Reason = "NVRTC takes the address of a null pointer's member for a constant in static_assert.";
  let Test = "conformance/nvrtc/Nvrtc.cpp";
  let Upgrade = "The list of parameters.";
}
def INSTANTIATED : Override<"_ZN5clang4Sema28BuildStaticAssertDeclarationENS_14SourceLocationEPNS_4ExprES3_S1_b"> {
  let Reason = "As WRITTEN, in an instance of a template.";
  let Test = "conformance/nvrtc/Nvrtc.cpp";
  let Upgrade = "The list of parameters.";
}
}

let File = "nvrtc/Includes.cpp" in {
def LOOKUP : Override<"_ZN5clang12HeaderSearch10LookupFileEN4llvm9StringRefENS_14SourceLocationEbNS_6detail21SearchDirIteratorImplILb1EEEPS6_NS1_8ArrayRefISt4pairINS_20CustomizableOptionalINS_12FileEntryRefEEENS_17DirectoryEntryRefEEEEPNS1_15SmallVectorImplIcEESI_PNS_6ModuleEPNS_9ModuleMap11KnownHeaderEPbSO_bbbb"> {
  let Reason = "NVRTC finds headers where it is told to, and nowhere else.";
  let Test = "conformance/nvrtc/Nvrtc.cpp";
  let Upgrade = "The list of parameters, which grows with most versions.";
}
}

let File = "overrides/ByReference.cpp" in {
def ATTRIBUTES : Override<"_ZN5clang7CodeGen13CodeGenModule22ConstructAttributeListEN4llvm9StringRefERKNS0_14CGFunctionInfoENS0_12CGCalleeInfoERNS2_13AttributeListERjbb"> {
  let Reason = "Device functions get objects with a copy constructor or a destructor by address.";
  let Test = "test/nvcc/by_reference.cu";
  let Upgrade = "Whether NVPTXABIInfo::classifyArgumentType asks getRecordArgABI: this one may go. Else the layout of CGCalleeInfo.";
}
}

let File = "overrides/MadeNans.cpp", Test = "test/nvcc/made_nans.cu" in {
def FLOAT_ADD : Override<"_ZN4llvm6detail9IEEEFloat3addERKS1_NS_12RoundingModeE"> {
  let Reason = "A NaN that an operation makes of numbers is negative, as a processor's.";
  let Upgrade = "That APFloat still calls it from other object files.";
}
def FLOAT_SUBTRACT : Override<"_ZN4llvm6detail9IEEEFloat8subtractERKS1_NS_12RoundingModeE"> {
  let Reason = "A NaN that an operation makes of numbers is negative, as a processor's.";
  let Upgrade = "That APFloat still calls it from other object files.";
}
def FLOAT_MULTIPLY : Override<"_ZN4llvm6detail9IEEEFloat8multiplyERKS1_NS_12RoundingModeE"> {
  let Reason = "A NaN that an operation makes of numbers is negative, as a processor's.";
  let Upgrade = "That APFloat still calls it from other object files.";
}
def FLOAT_DIVIDE : Override<"_ZN4llvm6detail9IEEEFloat6divideERKS1_NS_12RoundingModeE"> {
  let Reason = "A NaN that an operation makes of numbers is negative, as a processor's.";
  let Upgrade = "That APFloat still calls it from other object files.";
}
def FOLD_BINARY : Override<"_ZN4llvm29ConstantFoldBinaryInstructionEjPNS_8ConstantES1_"> {
  let Reason = "A NaN of a GPU's .f32 and .f16 operations is 7fffffff, 7fff.";
  let Upgrade = "That all folding of operations comes here.";
}
def FOLD_CAST : Override<"_ZN4llvm27ConstantFoldCastInstructionEjPNS_8ConstantEPNS_4TypeE"> {
  let Reason = "What a conversion out of range gives is the device's matter.";
  let Upgrade = "That null still says: not folded.";
}
}

let File = "overrides/WholeUnions.cpp", Test = "test/nvcc/union_padding.cu" in {
def RECORD_LAYOUT : Override<"_ZN5clang7CodeGen12CodeGenTypes19ComputeRecordLayoutEPKNS_10RecordDeclEPN4llvm10StructTypeE"> {
  let Reason = "A union keeps all of its bytes where device functions take or give it, also those that are padding in one member.";
  let Upgrade = "That members of a union are reached without their index in its type, that nothing has asked for the layout of the type before, and that setBody may be called again (in a build without assertions).";
}
}
