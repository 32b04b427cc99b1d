#pragma once

#include <pybind11/pybind11.h>

namespace engine::frontend {

/// `with Benchmark(...)` of the listing: adds what makes a BlockRecord of it to the native module.
void defineBlock(pybind11::module_& module);

}  // namespace engine::frontend
