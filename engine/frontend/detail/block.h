#pragma once

#include <pybind11/pybind11.h>

namespace engine::frontend {

/// Adds to the native module the functions that record each `with Benchmark(...)` of the listing as a BlockRecord.
void defineBlock(pybind11::module_& module);

}  // namespace engine::frontend
