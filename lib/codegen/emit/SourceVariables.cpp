// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DWARF by LLVM's reader. A name that its bytes refer to has no address yet: names get numbers that
// no address has, and are found again by them.
#include "codegen/emit/SourceVariables.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/DebugInfo/DWARF/DWARFDie.h>
#include <llvm/Support/DataExtractor.h>
#include <map>
#include <optional>

namespace anywarp::codegen {

using namespace llvm::dwarf;
using llvm::DWARFDie;

namespace {

constexpr uint64_t kFirstSymbol = uint64_t(1) << 40;
constexpr unsigned kMaxDepth = 64; ///< of types in types, and of blocks in blocks

/// One DebugUnit, readable.
class Unit {
public:
  explicit Unit(const ptx::DebugUnit &source) : firstFile(source.firstFile) {
    for (const ptx::DebugSection &section : source.sections) {
      std::string bytes = section.bytes;
      for (const auto &reference : section.references)
        write(bytes, reference, source);
      llvm::StringRef name(section.name);
      sections_[name.ltrim('.')] = llvm::MemoryBuffer::getMemBufferCopy(bytes);
    }
    context = llvm::DWARFContext::create(
        sections_, /*AddrSize=*/8, /*isLittleEndian=*/true,
        [](llvm::Error e) { llvm::consumeError(std::move(e)); },
        [](llvm::Error e) { llvm::consumeError(std::move(e)); });
  }

  std::string symbolOf(uint64_t number) const {
    return number >= kFirstSymbol && number - kFirstSymbol < symbols_.size()
               ? symbols_[number - kFirstSymbol]
               : std::string();
  }

  const uint32_t firstFile;
  std::unique_ptr<llvm::DWARFContext> context;

private:
  /// An offset in a section, if the name stands for one.
  static std::optional<uint64_t> offsetOf(const std::string &name, const ptx::DebugUnit &source) {
    for (const ptx::DebugSection &section : source.sections) {
      if (section.name == name)
        return 0;
      if (auto it = section.labels.find(name); it != section.labels.end())
        return it->second;
    }
    return name.starts_with(".") ? std::optional<uint64_t>(0) : std::nullopt;
  }

  void write(std::string &bytes, const ptx::DebugSection::Reference &reference,
             const ptx::DebugUnit &source) {
    std::optional<uint64_t> value = offsetOf(reference.symbol, source);
    if (!reference.minus.empty()) {
      std::optional<uint64_t> less = offsetOf(reference.minus, source);
      value = value && less ? *value - *less : 0;
    } else if (!value && reference.size == 8) {
      value = kFirstSymbol + symbols_.size();
      symbols_.push_back(reference.symbol);
    }
    const uint64_t word = value.value_or(0) + uint64_t(reference.addend);
    for (unsigned i = 0; i < reference.size && i < 8; ++i)
      bytes[reference.offset + i] = char(word >> (8 * i));
  }

  std::vector<std::string> symbols_;
  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> sections_; ///< the context reads them
};

std::string nameOf(const DWARFDie &die) {
  const char *name = llvm::dwarf::toString(die.find(DW_AT_name), nullptr);
  return name ? name : "";
}

uint64_t numberOf(const DWARFDie &die, Attribute attribute, uint64_t otherwise = 0) {
  std::optional<llvm::DWARFFormValue> value = die.find(attribute);
  if (!value)
    return otherwise;
  if (auto number = value->getAsUnsignedConstant())
    return *number;
  if (auto number = value->getAsSignedConstant())
    return uint64_t(*number);
  return otherwise;
}

/// DW_OP_plus_uconst N, as DWARF 2 writes the place of a member; or a number.
uint64_t memberOffset(const DWARFDie &die) {
  std::optional<llvm::DWARFFormValue> value = die.find(DW_AT_data_member_location);
  if (!value)
    return 0;
  if (auto block = value->getAsBlock()) {
    llvm::DataExtractor data(*block, /*IsLittleEndian=*/true, /*AddressSize=*/8);
    llvm::DataExtractor::Cursor at(0);
    const uint64_t op = data.getU8(at), offset = data.getULEB128(at);
    return llvm::errorToBool(at.takeError()) || op != DW_OP_plus_uconst ? 0 : offset;
  }
  return numberOf(die, DW_AT_data_member_location);
}

} // namespace

struct SourceVariables::Impl {
  llvm::DIBuilder &builder;
  llvm::DICompileUnit *unit;
  std::function<llvm::DIFile *(uint32_t)> fileFor;
  std::vector<std::unique_ptr<Unit>> units;
  std::map<std::string, std::pair<Unit *, DWARFDie>> subprograms; ///< by the PTX's name
  std::map<const void *, llvm::DIType *> types;                   ///< by entry
  std::map<const ptx::Function *, std::unique_ptr<Function>> functions;
  llvm::DIType *dimensions = nullptr;

  void index(Unit &source, const DWARFDie &die, unsigned depth);
  llvm::DIFile *fileOf(const Unit &source, const DWARFDie &die) {
    return fileFor(source.firstFile + uint32_t(numberOf(die, DW_AT_decl_file, 1)));
  }

  // -- Types
  llvm::DIType *typeOf(const Unit &source, const DWARFDie &die, unsigned depth);
  llvm::DIType *makeType(const Unit &source, const DWARFDie &type, unsigned depth);
  llvm::DIType *makeComposite(const Unit &source, const DWARFDie &type, unsigned depth);
  llvm::DIType *makeArray(const Unit &source, const DWARFDie &type, unsigned depth);
  llvm::DIType *makeEnumeration(const Unit &source, const DWARFDie &type, unsigned depth);

  // -- Functions
  void addBlock(const Unit &source, const DWARFDie &block, const ptx::Function &ptx,
                llvm::DILocalScope *scope, Function &function, unsigned depth);
  void addVariable(const Unit &source, const DWARFDie &die, llvm::DILocalScope *scope,
                   Function &function, unsigned &parameters);
  bool locate(const Unit &source, const DWARFDie &die, Variable &variable);
};

SourceVariables::SourceVariables(const ptx::Module &module, llvm::DIBuilder &builder,
                                 llvm::DICompileUnit *unit,
                                 std::function<llvm::DIFile *(uint32_t)> fileFor)
    : impl_(new Impl{builder, unit, std::move(fileFor), {}, {}, {}, {}}) {
  for (const ptx::DebugUnit &source : module.debugUnits) {
    impl_->units.push_back(std::make_unique<Unit>(source));
    for (const auto &compiled : impl_->units.back()->context->compile_units())
      if (DWARFDie top = compiled->getUnitDIE(/*ExtractUnitDIEOnly=*/false))
        impl_->index(*impl_->units.back(), top, 0);
  }
}
SourceVariables::~SourceVariables() = default;

/// Functions that have code, wherever they are declared.
void SourceVariables::Impl::index(Unit &source, const DWARFDie &die, unsigned depth) {
  for (DWARFDie child : die.children()) {
    if (child.getTag() == DW_TAG_subprogram && child.find(DW_AT_low_pc)) {
      const char *name = child.getLinkageName(); // follows DW_AT_specification
      std::string key = name ? name : child.getShortName() ? child.getShortName() : "";
      subprograms.emplace(key, std::pair(&source, child));
    } else if (depth < kMaxDepth &&
               (child.getTag() == DW_TAG_namespace || child.getTag() == DW_TAG_structure_type ||
                child.getTag() == DW_TAG_class_type)) {
      index(source, child, depth + 1);
    }
  }
}

// -- Types ----------------------------------------------------------------------------------------

llvm::DIType *SourceVariables::Impl::typeOf(const Unit &source, const DWARFDie &die,
                                            unsigned depth) {
  DWARFDie type = die.getAttributeValueAsReferencedDie(DW_AT_type);
  if (!type || depth > kMaxDepth)
    return nullptr; // void
  const void *key = type.getDebugInfoEntry();
  if (auto it = types.find(key); it != types.end())
    return it->second;
  llvm::DIType *made = makeType(source, type, depth + 1);
  types[key] = made;
  return made;
}

llvm::DIType *SourceVariables::Impl::makeType(const Unit &source, const DWARFDie &type,
                                              unsigned depth) {
  const std::string name = nameOf(type);
  const uint64_t bits = numberOf(type, DW_AT_byte_size) * 8;
  switch (type.getTag()) {
  case DW_TAG_base_type:
    return builder.createBasicType(name, bits, unsigned(numberOf(type, DW_AT_encoding)));
  case DW_TAG_unspecified_type:
    return builder.createUnspecifiedType(name);
  case DW_TAG_pointer_type:
    return builder.createPointerType(typeOf(source, type, depth), 64);
  case DW_TAG_reference_type:
  case DW_TAG_rvalue_reference_type:
    return builder.createReferenceType(type.getTag(), typeOf(source, type, depth), 64);
  case DW_TAG_const_type:
  case DW_TAG_volatile_type:
  case DW_TAG_restrict_type:
    return builder.createQualifiedType(type.getTag(), typeOf(source, type, depth));
  case DW_TAG_typedef:
    return builder.createTypedef(typeOf(source, type, depth), name, fileOf(source, type),
                                 unsigned(numberOf(type, DW_AT_decl_line)), unit);
  case DW_TAG_structure_type:
  case DW_TAG_class_type:
  case DW_TAG_union_type:
    return makeComposite(source, type, depth);
  case DW_TAG_array_type:
    return makeArray(source, type, depth);
  case DW_TAG_enumeration_type:
    return makeEnumeration(source, type, depth);
  case DW_TAG_subroutine_type:
    return builder.createSubroutineType(builder.getOrCreateTypeArray({}));
  case DW_TAG_ptr_to_member_type:
    return builder.createBasicType("member", 64, DW_ATE_unsigned);
  default:
    return nullptr;
  }
}

llvm::DIType *SourceVariables::Impl::makeComposite(const Unit &source, const DWARFDie &type,
                                                   unsigned depth) {
  const uint64_t bits = numberOf(type, DW_AT_byte_size) * 8;
  llvm::DIFile *file = fileOf(source, type);
  const auto line = unsigned(numberOf(type, DW_AT_decl_line));
  std::string name = nameOf(type);
  for (DWARFDie outer = type.getParent();
       outer && !nameOf(outer).empty() && outer.getTag() != DW_TAG_compile_unit &&
       outer.getTag() != DW_TAG_subprogram;
       outer = outer.getParent())
    name = nameOf(outer) + "::" + name;
  if (type.find(DW_AT_declaration))
    return builder.createForwardDecl(type.getTag(), name, unit, file, line);
  llvm::DICompositeType *made =
      type.getTag() == DW_TAG_union_type
          ? builder.createUnionType(unit, name, file, line, bits, 0, llvm::DINode::FlagZero, {})
          : builder.createStructType(unit, name, file, line, bits, 0, llvm::DINode::FlagZero,
                                     nullptr, {});
  types[type.getDebugInfoEntry()] = made; // its members may point to it
  std::vector<llvm::Metadata *> members;
  for (DWARFDie member : type.children()) {
    const bool isBase = member.getTag() == DW_TAG_inheritance;
    if (!isBase && (member.getTag() != DW_TAG_member || member.find(DW_AT_external)))
      continue; // functions, types, static members
    llvm::DIType *of = typeOf(source, member, depth);
    if (!of)
      continue;
    const uint64_t offset = memberOffset(member) * 8;
    if (isBase)
      members.push_back(builder.createInheritance(made, of, offset, 0, llvm::DINode::FlagZero));
    else if (!member.find(DW_AT_bit_size))
      members.push_back(builder.createMemberType(
          made, nameOf(member), file, unsigned(numberOf(member, DW_AT_decl_line)),
          of->getSizeInBits(), 0, offset, llvm::DINode::FlagZero, of));
  }
  builder.replaceArrays(made, builder.getOrCreateArray(members));
  return made;
}

llvm::DIType *SourceVariables::Impl::makeArray(const Unit &source, const DWARFDie &type,
                                               unsigned depth) {
  std::vector<llvm::Metadata *> ranges;
  uint64_t elements = 1;
  for (DWARFDie range : type.children()) {
    if (range.getTag() != DW_TAG_subrange_type)
      continue;
    uint64_t count = numberOf(range, DW_AT_count);
    if (range.find(DW_AT_upper_bound))
      count = numberOf(range, DW_AT_upper_bound) + 1;
    elements *= count;
    ranges.push_back(builder.getOrCreateSubrange(0, int64_t(count)));
  }
  llvm::DIType *element = typeOf(source, type, depth);
  if (!element)
    return nullptr;
  // The size of a typedef or qualified type is that of what it names.
  uint64_t bits = 0;
  for (const llvm::DIType *at = element; at && !bits;) {
    bits = at->getSizeInBits();
    auto *derived = llvm::dyn_cast<llvm::DIDerivedType>(at);
    at = derived ? derived->getBaseType() : nullptr;
  }
  return builder.createArrayType(elements * bits, 0, element, builder.getOrCreateArray(ranges));
}

llvm::DIType *SourceVariables::Impl::makeEnumeration(const Unit &source, const DWARFDie &type,
                                                     unsigned depth) {
  std::vector<llvm::Metadata *> values;
  for (DWARFDie value : type.children())
    if (value.getTag() == DW_TAG_enumerator)
      values.push_back(builder.createEnumerator(nameOf(value), numberOf(value, DW_AT_const_value)));
  return builder.createEnumerationType(
      unit, nameOf(type), fileOf(source, type), unsigned(numberOf(type, DW_AT_decl_line)),
      numberOf(type, DW_AT_byte_size) * 8, 0, builder.getOrCreateArray(values),
      typeOf(source, type, depth));
}

// -- Functions ------------------------------------------------------------------------------------

/// Places in memory that a name stands for: DW_OP_addr NAME, DW_OP_plus_uconst N.
bool SourceVariables::Impl::locate(const Unit &source, const DWARFDie &die, Variable &variable) {
  std::optional<llvm::DWARFFormValue> location = die.find(DW_AT_location);
  std::optional<llvm::ArrayRef<uint8_t>> block =
      location ? location->getAsBlock() : std::optional<llvm::ArrayRef<uint8_t>>();
  if (!block)
    return !location && variable.parameter; // then it is where the PTX has its parameter
  llvm::DataExtractor data(*block, /*IsLittleEndian=*/true, /*AddressSize=*/8);
  llvm::DataExtractor::Cursor at(0);
  const uint8_t op = data.getU8(at);
  const uint64_t address = data.getU64(at);
  if (at && !data.eof(at))
    variable.offset = data.getU8(at) == DW_OP_plus_uconst ? data.getULEB128(at) : ~uint64_t(0);
  if (llvm::errorToBool(at.takeError()) || op != DW_OP_addr || variable.offset == ~uint64_t(0))
    return false;
  variable.symbol = source.symbolOf(address);
  return !variable.symbol.empty();
}

void SourceVariables::Impl::addVariable(const Unit &source, const DWARFDie &die,
                                        llvm::DILocalScope *scope, Function &function,
                                        unsigned &parameters) {
  const bool isParameter = die.getTag() == DW_TAG_formal_parameter;
  Variable made;
  if (isParameter)
    made.parameter = ++parameters;
  DWARFDie origin = die.getAttributeValueAsReferencedDie(DW_AT_abstract_origin);
  const DWARFDie &described = origin ? origin : die;
  llvm::DIType *type = typeOf(source, described, 0);
  const std::string name = nameOf(described);
  if (!type || name.empty() || !locate(source, die, made))
    return;
  llvm::DIFile *file = fileOf(source, described);
  const auto line = unsigned(numberOf(described, DW_AT_decl_line));
  if (isParameter && scope == function.subprogram)
    made.variable = builder.createParameterVariable(scope, name, made.parameter, file, line, type,
                                                    /*AlwaysPreserve=*/true);
  else
    made.variable =
        builder.createAutoVariable(scope, name, file, line, type, /*AlwaysPreserve=*/true);
  function.variables.push_back(std::move(made));
}

void SourceVariables::Impl::addBlock(const Unit &source, const DWARFDie &block,
                                     const ptx::Function &ptx, llvm::DILocalScope *scope,
                                     Function &function, unsigned depth) {
  auto indexOf = [&](Attribute attribute) -> std::optional<size_t> {
    std::optional<llvm::DWARFFormValue> value = block.find(attribute);
    const std::string name = value ? source.symbolOf(value->getRawUValue()) : std::string();
    for (const ptx::Label &label : ptx.labels)
      if (label.name == name)
        return label.index;
    return std::nullopt;
  };
  if (depth) {
    std::optional<size_t> begin = indexOf(DW_AT_low_pc), end = indexOf(DW_AT_high_pc);
    if (!begin || !end || depth > kMaxDepth)
      return;
    scope = builder.createLexicalBlock(scope, scope->getFile(), scope->getSubprogram()->getLine(),
                                       depth);
    function.blocks.push_back({*begin, *end, scope});
  }
  unsigned parameters = 0;
  for (DWARFDie child : block.children())
    switch (child.getTag()) {
    case DW_TAG_formal_parameter:
    case DW_TAG_variable:
      addVariable(source, child, scope, function, parameters);
      break;
    case DW_TAG_lexical_block:
    case DW_TAG_inlined_subroutine: // its variables, under the names that they have there
      addBlock(source, child, ptx, scope, function, depth + 1);
      break;
    default:
      break;
    }
}

llvm::DILocalScope *SourceVariables::Function::scopeAt(size_t instruction) const {
  llvm::DILocalScope *scope = subprogram;
  for (const Block &block : blocks)
    if (instruction >= block.begin && instruction < block.end)
      scope = block.scope;
  return scope;
}

const SourceVariables::Function *SourceVariables::find(const ptx::Function &function) {
  auto [it, isNew] = impl_->functions.try_emplace(&function);
  auto known = impl_->subprograms.find(function.name);
  if (!isNew || known == impl_->subprograms.end())
    return it->second.get();
  auto &[source, die] = known->second;
  auto made = std::make_unique<Function>();
  const char *name = die.getShortName();
  DWARFDie declared = die.getAttributeValueAsReferencedDie(DW_AT_specification);
  const DWARFDie &described = declared ? declared : die;
  const auto line = unsigned(numberOf(die, DW_AT_decl_line, numberOf(described, DW_AT_decl_line)));
  llvm::DIFile *file = impl_->fileOf(*source, die.find(DW_AT_decl_file) ? die : described);
  auto flags = llvm::DISubprogram::SPFlagDefinition;
  if (!function.isEntry)
    flags |= llvm::DISubprogram::SPFlagLocalToUnit;
  auto *type = impl_->builder.createSubroutineType(impl_->builder.getOrCreateTypeArray({}));
  made->subprogram =
      impl_->builder.createFunction(impl_->unit, name ? name : function.name, /*LinkageName=*/"",
                                    file, line, type, line, llvm::DINode::FlagPrototyped, flags);
  impl_->addBlock(*source, die, function, made->subprogram, *made, 0);
  it->second = std::move(made);
  return it->second.get();
}

llvm::DILocalVariable *SourceVariables::makeDimensions(llvm::DISubprogram *subprogram,
                                                       llvm::StringRef name) {
  llvm::DIBuilder &builder = impl_->builder;
  llvm::DIFile *file = subprogram->getFile();
  if (!impl_->dimensions) {
    llvm::DIType *number = builder.createBasicType("unsigned int", 32, DW_ATE_unsigned);
    std::vector<llvm::Metadata *> members;
    for (unsigned i = 0; i < 3; ++i)
      members.push_back(builder.createMemberType(impl_->unit, llvm::StringRef("xyz").substr(i, 1),
                                                 file, 0, 32, 32, 32 * i, llvm::DINode::FlagZero,
                                                 number));
    impl_->dimensions =
        builder.createStructType(impl_->unit, "uint3", file, 0, 96, 32, llvm::DINode::FlagZero,
                                 nullptr, builder.getOrCreateArray(members));
  }
  return builder.createAutoVariable(subprogram, name, file, subprogram->getLine(),
                                    impl_->dimensions, /*AlwaysPreserve=*/true);
}

} // namespace anywarp::codegen
