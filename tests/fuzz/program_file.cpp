#include "engine/frontend/detail/program_file.h"
#include "tests/fuzz/fuzz.h"

using namespace engine;

/// Fuzzes the reader of users' programs that have a header.
namespace {

bool read(std::string_view input)
{
    const auto file = fuzz::fileOf(input);
    return fuzz::succeeded(fuzz::reading([&] { return frontend::readProgramFile(file); }));
}

std::vector<std::string> seeds()
{
    return fuzz::filesOf("resources/workloads", ".py", 6);
}

}  // namespace

const fuzz::Target fuzz::kTarget = {read, seeds};
