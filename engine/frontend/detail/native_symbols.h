#pragma once

#include "engine/frontend/detail/native_calls.h"
#include "engine/symbol/symbol.h"

namespace engine::frontend {

/// `_overlap.Symbol`. Dialects give it the framework's methods; what needs a value says why there is none.
struct SymbolObject {
    symbol::Symbol symbol;
};

}  // namespace engine::frontend
