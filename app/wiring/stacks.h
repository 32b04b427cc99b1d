#pragma once

namespace app {

/// Gives this thread and those to come room for the 20,000 nested calls that programs may ask for: Python's calls
/// through native code take the stack of their thread. First thing in main(). Where the system allows no more, the
/// front end allows programs fewer calls.
void makeStacksDeep();

}  // namespace app
