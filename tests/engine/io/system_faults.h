#pragma once

#include <string>

namespace tests {

/// Makes one call of open(), write(), fsync() or rename() fail, among the calls for files in a folder. An executable
/// that compiles system_faults.cpp calls its versions of these functions instead of those of the C library. Files that
/// Qt opens are not affected, since Qt uses other functions. Only one fault at a time. Threads: any.
struct SystemFault {
    /// Calls from 0 to `call` - 1 succeed, the next one fails with the error number, the others succeed.
    static void arm(const std::string& folder, int call, int errorNumber);
    /// Disarms the fault. Returns whether a call has failed.
    static bool disarm();
};

}  // namespace tests
