// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The places whose accesses cannot race in a launch: racecheck asks not to be told of them.
#include <algorithm>

#include "exec/images/Image.h"
#include "insight/races/Racecheck.h"

namespace anywarp::insight {

using exec::Event;
using exec::EventKind;
using exec::SiteSpace;

/// Reads of shared memory that the block does not write at the time, if the kernel has no other
/// blocks' shared memory to read.
void Racecheck::findQuietShared() {
  if (std::any_of(sites_.begin(), sites_.end(), [](const Site &site) {
        return site.flags & exec::SiteCluster || site.kind == EventKind::ClusterArrive;
      }))
    return;
  for (size_t i = 0; i < sites_.size(); ++i)
    quiet_[i].limit = sites_[i].isBetweenReads && sites_[i].kind == EventKind::Load &&
                      isSharedOnly(sites_[i]); // copies go on behind barriers
}

/// What other threads of the block may learn from stays: flags in global memory order, too.
void Racecheck::quietenGlobal() {
  for (size_t i = 0; i < sites_.size(); ++i)
    if (sites_[i].space == SiteSpace::Global && !isStrong(sites_[i]) &&
        (sites_[i].kind == EventKind::Load || sites_[i].kind == EventKind::Store))
      quiet_[i].limit = 1;
}

static bool isGlobal(const Site &site) {
  return site.kind <= EventKind::BulkAtomic &&
         (site.space == SiteSpace::Global || site.space == SiteSpace::Generic) &&
         !isSharedOnly(site);
}

/// The blocks that a site's addresses lie in; false: not known.
bool Racecheck::blocksOf(const Site &site, std::vector<BlockRef> &blocks) const {
  const Memory &memory = sanitizer_.memory;
  for (const uint32_t root : site.roots) {
    uint64_t address = 0;
    if (root + sizeof address > facts_.paramBytes)
      return false;
    std::memcpy(&address, static_cast<const char *>(facts_.params) + root, sizeof address);
    BlockRef block = memory.find(address);
    if (block && address == block->base && memory.find(address - 1))
      return false; // it may as well be the end of the other
    if (block)
      blocks.push_back(std::move(block));
    else if (address > uint64_t(1) << 32) // else a number
      return false;
  }
  return !site.isOfElse && !site.isOfShared && !(blocks.empty() && !site.isOfVariable);
}

void Racecheck::findWritten() {
  for (const Site &site : sites_)
    if (isGlobal(site) && !isRead(site)) {
      isWrittenKnown_ &= blocksOf(site, written_);
      areVariablesWritten_ |= site.isOfVariable;
    }
  for (const BlockRef &block : written_)
    areVariablesWritten_ |= block->kind == Block::Kind::Variable;
}

/// Reads of memory that nothing in the grid writes cannot race in it.
void Racecheck::findQuiet() {
  if (!isWrittenKnown_)
    return;
  std::vector<BlockRef> read;
  for (size_t i = 0; i < sites_.size(); ++i) {
    read.clear();
    if (!isGlobal(sites_[i]) || !isRead(sites_[i]) || !blocksOf(sites_[i], read))
      continue;
    const bool isWritten = std::any_of(read.begin(), read.end(), [&](const BlockRef &block) {
      return std::find(written_.begin(), written_.end(), block) != written_.end() ||
             (block->kind == Block::Kind::Variable && areVariablesWritten_);
    });
    quiet_[i].limit = !isWritten && !(sites_[i].isOfVariable && areVariablesWritten_);
  }
}

/// Textures of linear memory that the grid may write, and surfaces that it writes.
bool Racecheck::mayImagesRace() const {
  bool hasLoads = false;
  for (const Site &site : sites_) {
    if (site.kind == EventKind::ImageStore)
      return true;
    hasLoads |= site.kind == EventKind::ImageLoad;
  }
  // Handles may lie in memory: any texture may be meant.
  return hasLoads && exec::anyImage([&](const exec::Image &image) {
           // Linear memory, also in pitched rows; arrays are written by surfaces only.
           if (image.block != exec::Image::Block::None)
             return false;
           const BlockRef block =
               sanitizer_.memory.find(reinterpret_cast<uint64_t>(image.levels[0].data));
           if (block && block->kind == Block::Kind::Array)
             return false;
           return !isWrittenKnown_ ||
                  std::find(written_.begin(), written_.end(), block) != written_.end() ||
                  (block && block->kind == Block::Kind::Variable && areVariablesWritten_);
         });
}

} // namespace anywarp::insight
