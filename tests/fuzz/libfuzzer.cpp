#include "tests/fuzz/fuzz.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

std::string_view textOf(const std::uint8_t* data, std::size_t size)
{
    return {reinterpret_cast<const char*>(data), size};
}

}  // namespace

/// Writes the generated inputs to the folder OVERLAP_FUZZ_SEEDS. With --refuse-memory, runs refuseMemory() and then
/// exits.
extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments)
{
    if (*count > 1 && std::string_view((*arguments)[1]) == "--refuse-memory")
        std::exit(fuzz::refuseMemory());
    const char* folder = std::getenv("OVERLAP_FUZZ_SEEDS");
    int number = 0;
    if (folder != nullptr)
        for (const std::string& seed : fuzz::kTarget.seeds())
            std::ofstream(std::filesystem::path(folder) / std::to_string(number++), std::ios::binary) << seed;
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static_cast<void>(fuzz::kTarget.read(textOf(data, size)));
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned)
{
    size = LLVMFuzzerMutate(data, size, most);
    if (fuzz::kTarget.repair == nullptr)
        return size;
    std::string text(textOf(data, size));
    fuzz::kTarget.repair(text);
    size = std::min(text.size(), most);
    std::memcpy(data, text.data(), size);
    return size;
}
