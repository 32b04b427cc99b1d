#pragma once

namespace app {

/// Enlarges the stacks of this thread and of later threads for the 20,000 nested calls that programs may request, since
/// Python's calls through native code use the stack of their thread. Call it first in main(). If the system limits the
/// stack, the front end allows programs fewer nested calls.
void makeStacksDeep();

/// Without this, the system ends a program at its limits without a word: at that of a file's size, writing is then an
/// error, and at that of processor time the program says so and exits with 2. `program`: its name in that sentence.
void answerLimits(const char* program);

}  // namespace app
