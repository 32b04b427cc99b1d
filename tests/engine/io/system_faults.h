#pragma once

#include <string>

namespace tests {

/// Makes one of the calls of open(), write(), fsync() and rename() fail that concern files in a folder. An executable
/// that compiles system_faults.cpp calls these instead of those of the C library. Not with Qt's own files, which are
/// opened by other functions. One at a time; any thread.
struct SystemFault {
    /// Calls from 0 to `call` - 1 succeed, the next one fails with the error number, the others succeed.
    static void arm(const std::string& folder, int call, int errorNumber);
    /// Makes no more calls fail. Returns whether one has failed.
    static bool disarm();
};

}  // namespace tests
