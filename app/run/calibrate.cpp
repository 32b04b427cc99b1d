#include "app/run/commands.h"

namespace app {

using namespace engine;

CommandResult calibrate(const std::filesystem::path&, const Arguments&)
{
    return makeError(ErrorCode::Unsupported, "calibrate is not there yet.");
}

}  // namespace app
