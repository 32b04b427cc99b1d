#pragma once

namespace app {

/// Enlarges the stacks of this thread and of later threads for the 20,000 nested calls that programs may request, since
/// Python's calls through native code use the stack of their thread. Call it first in main(). If the system limits the
/// stack, the front end allows programs fewer nested calls.
void makeStacksDeep();

/// Replaces the system's way of ending a program at its limits, which prints nothing: beyond the limit of a file's size
/// a write fails, and at that of processor time an error is printed and the status is 2. `program`: name in the error.
void answerLimits(const char* program);

}  // namespace app
