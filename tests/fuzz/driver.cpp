#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutations.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

/// Runs a target without libFuzzer: on its generated inputs, on the corpus, then on mutations of both. Stores each
/// input in a file before it is used, so that after a crash the file contains the input that caused it.
///
///     fuzz_NAME CORPUS
int main(int count, char** arguments)
{
    const std::filesystem::path last = std::filesystem::path(arguments[0]).filename().string() + ".last";
    long accepted = 0;
    const auto run = [&](const std::string& input) {
        std::ofstream(last, std::ios::binary | std::ios::trunc) << input;
        accepted += fuzz::kTarget.read(input) ? 1 : 0;
    };
    std::vector<std::string> inputs = fuzz::kTarget.seeds();
    std::vector<std::filesystem::path> files;
    std::error_code missing;
    if (count > 1)
        for (const auto& entry : std::filesystem::directory_iterator(arguments[1], missing))
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const std::filesystem::path& file : files)
        inputs.push_back(fuzz::contentOf(file));
    fuzz::require(!inputs.empty(), "a target has seeds");
    for (const std::string& input : inputs)
        run(input);
    const int mutated = fuzz::inputCount(500);
    fuzz::Mutations mutations(inputs, 1);
    for (int i = 0; i < mutated; ++i) {
        std::string input = mutations.next();
        if (fuzz::kTarget.repair != nullptr)
            fuzz::kTarget.repair(input);
        run(input);
    }
    std::printf("%zu inputs and %d mutations of them, %ld accepted\n", inputs.size(), mutated, accepted);
    return accepted > 0 ? 0 : 1;
}
