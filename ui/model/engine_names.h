#pragma once

#include "engine/base/id.h"
#include "engine/base/units.h"

namespace engine::trace {
class Trace;
struct Op;
}  // namespace engine::trace

/// Names of the engine that all folders of ui may use without their namespace.
namespace ui {

using engine::Nanoseconds;
using engine::OpId;
using engine::trace::Op;
using engine::trace::Trace;

}  // namespace ui
