#pragma once

#include "engine/frontend/detail/native_calls.h"
#include "engine/symbol/symbol.h"

namespace engine::frontend {

/// `_overlap.Symbol`. Dialects add the framework's methods; methods that need a value raise an error that explains why
/// there is none.
struct SymbolObject {
    symbol::Symbol symbol;
};

}  // namespace engine::frontend
