// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linking of one object in memory, by LLVM's JITLink without the rest of ORC.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "jit/ObjectCache.h"
#include "support/Status.h"

namespace anywarp::jit {

/// Where a symbol outside of the object is; null: nowhere.
using SymbolResolver = std::function<void *(const std::string &)>;

/// An object in memory, ready to run; unmapped with its last owner. Immutable, so any thread may
/// look into it.
class LinkedObject {
public:
  struct Section {
    std::string name;
    uintptr_t address;
    size_t size;
  };
  static Expected<std::unique_ptr<LinkedObject>> link(ObjectBytes object,
                                                      const SymbolResolver &resolve);
  virtual ~LinkedObject() = default;

  /// Address of a symbol that the object defines; null if it does not.
  void *find(std::string_view name) const;
  bool contains(uintptr_t address) const;
  const std::vector<Section> &sections() const { return sections_; }
  const std::map<std::string, std::pair<uintptr_t, size_t>, std::less<>> &symbols() const {
    return symbols_;
  }
  const ObjectBytes &object() const { return object_; }

protected:
  ObjectBytes object_;
  std::vector<Section> sections_;
  std::map<std::string, std::pair<uintptr_t, size_t>, std::less<>> symbols_; ///< address and size
};

} // namespace anywarp::jit
