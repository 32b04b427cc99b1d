#include "tests/source_dir.h"

namespace tests {

std::string inSource(std::string_view relative)
{
    return std::string(OVERLAP_SOURCE_DIR "/").append(relative);
}

}  // namespace tests
