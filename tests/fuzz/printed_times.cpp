#include "engine/calibrate/from_times.h"
#include "engine/device/machine_file.h"
#include "tests/fuzz/fuzz.h"
#include "tests/source_dir.h"

using namespace engine;

/// Fuzzes the parser of times that the book's programs printed, and the machine file derived from them.
namespace {

bool read(std::string_view input)
{
    static const std::string base = fuzz::contentOf(tests::inSource("resources/machines/book-v100.json"));
    const auto times = fuzz::reading([&] { return calibrate::parseTimes(input); });
    if (!fuzz::succeeded(times))
        return false;
    const auto machine = fuzz::reading([&] { return calibrate::machineFromTimes(*times, base, "From printed times"); });
    if (machine)
        fuzz::require(device::parseMachine(*machine, "a.json").has_value(), "a derived machine is a machine");
    return true;
}

std::vector<std::string> seeds()
{
    return {"run=0.5019, copy=2.7168, both=2.4682",
            "gpu1=0.4967\ngpu2=0.5151 # seconds\ngpus=0.5000; run=1 copy=2 both=3"};
}

}  // namespace

const fuzz::Target fuzz::kTarget = {read, seeds, nullptr, fuzz::WithoutMemory::Throws};
