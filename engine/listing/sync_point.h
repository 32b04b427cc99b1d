#pragma once

#include "engine/base/message.h"

#include <cstdint>
#include <string>

/// Types that describe the content of a listing.
namespace engine::listing {

/// A call in the listing that can make the program wait.
struct SyncPoint {
    int line = 0;               ///< 1-based
    std::string call;           ///< source text of the call: "torch.cuda.synchronize(devices[0])"
    bool isOn = true;           ///< the program waits here
    bool rewritesCall = false;  ///< switching it off rewrites the call (non_blocking=True) instead of removing it
    std::string offText;        ///< if rewritesCall: the call when switched off: "copy_to_cpu(y, True)"
    bool isInitiallyOn = true;  ///< state in the unchanged listing
};

/// A wait that can be inserted into the listing as a new line.
struct Insertion {
    int line = 0;      ///< 1-based; the new line follows it
    std::string text;  ///< the new line with its indentation: "    torch.cuda.synchronize()"
};

/// The reason why a listing cannot be analysed, and the place of the error.
struct SyntaxProblem {
    int line = 0;
    int column = 0;
    Message message;  ///< Python's message, or the reason why the listing could not be parsed
};

/// A statement of the listing whose executions are recorded. Of statements inside functions,
/// only those of the main function are recorded.
struct StatementText {
    std::int32_t line = 0;
    std::string text;      ///< first line of the statement's source
    std::string target;    ///< the variable that the statement assigns; empty if there is none or more than one
    bool isWhole = false;  ///< `text` is the whole statement
};

}  // namespace engine::listing
