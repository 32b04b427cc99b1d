#pragma once

#include "engine/base/result.h"

namespace engine {

/// Returns the error for a wrong call or argument, in English only: the text of a Python exception or an answer of the
/// command line (untranslatedError()).
[[nodiscard]] inline Error invalid(std::string text, std::source_location where = std::source_location::current())
{
    return untranslatedError(ErrorCode::InvalidArgument, std::move(text), where);
}

}  // namespace engine
