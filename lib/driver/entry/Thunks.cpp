// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions of libcuda and the edges between them and the functions of the room,
// generated from spec/driver.
#include <span>

#include "driver/api/Link.h"
#include "driver/code/Function.h"
#include "driver/code/Library.h"
#include "driver/code/Module.h"
#include "driver/code/Occupancy.h"
#include "driver/context/Context.h"
#include "driver/context/Device.h"
#include "driver/entry/Entry.h"
#include "driver/graph/Capture.h"
#include "driver/graph/Graph.h"
#include "driver/graph/GraphExec.h"
#include "driver/graph/GraphNode.h"
#include "driver/graph/UserObject.h"
#include "driver/launch/Launch.h"
#include "driver/memory/Array.h"
#include "driver/memory/MemPool.h"
#include "driver/memory/MemoryAdvice.h"
#include "driver/memory/PhysicalMemory.h"
#include "driver/memory/Texture.h"
#include "driver/memory/TextureReference.h"
#include "driver/process/CaptureRules.h"
#include "driver/process/Process.h"
#include "driver/stream/DefaultStream.h"
#include "driver/stream/Event.h"
#include "driver/stream/External.h"
#include "driver/stream/GreenContext.h"
#include "driver/stream/Stream.h"

#define AW_EXPORT __attribute__((visibility("default")))

namespace entry = anywarp::driver::entry;
namespace driver = anywarp::driver;
namespace edge = anywarp::driver::edge;
namespace routing = anywarp::driver::routing;

namespace anywarp::driver::edge {
#include "driver/Edges.inc"
} // namespace anywarp::driver::edge

extern "C" {
#include "driver/Thunks.inc"
}

// Sizes of the records that cross the boundary.
#include "driver/LayoutChecks.inc"
