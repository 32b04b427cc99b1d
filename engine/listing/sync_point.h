#pragma once

#include <cstdint>
#include <string>

/// What is found in a listing.
namespace engine::listing {

/// A call in the listing that can make the program wait.
struct SyncPoint {
    int line = 0;               ///< 1-based
    std::string call;           ///< source text of the call: "torch.cuda.synchronize(devices[0])"
    bool isOn = true;           ///< the program waits here
    bool rewritesCall = false;  ///< off rewrites the call (non_blocking=True) instead of removing it
    std::string offText;        ///< of rewritesCall: the call as it reads when off: "copy_to_cpu(y, True)"
    bool isInitiallyOn = true;  ///< as the listing has it
};

struct SyntaxProblem {
    int line = 0;
    int column = 0;
    std::string message;
};

/// A statement of the listing whose executions are recorded: those outside of functions.
struct StatementText {
    std::int32_t line = 0;
    std::string text;      ///< first line of its source
    std::string target;    ///< the one name that it assigns to; empty: none, or several
    bool isWhole = false;  ///< `text` is all of it
};

}  // namespace engine::listing
