#pragma once

namespace app {

/// Enlarges the stacks of this thread and of later threads for the 20,000 nested calls that programs may request, since
/// Python's calls through native code use the stack of their thread. Call it at the start of main(). If the system
/// limits the stack to a smaller size, the front end allows programs fewer nested calls.
void makeStacksDeep();

/// Handles two limits at which the system would end the process without a message. Beyond the limit of a file's size,
/// writes fail. At the limit of processor time, the process prints an error, which names `program`, and exits with 2.
void answerLimits(const char* program);

}  // namespace app
