#pragma once

#include <pybind11/pybind11.h>

namespace engine::frontend {

/// Adds the functions to the native module that record `with Benchmark(...)` of the listing as a BlockRecord.
void defineBlock(pybind11::module_& module);

}  // namespace engine::frontend
