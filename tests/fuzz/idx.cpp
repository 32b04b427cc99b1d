#include "engine/io/idx.h"
#include "tests/fuzz/fuzz.h"

using namespace engine;

/// Fuzzes the reader of data sets in the format of MNIST.
namespace {

bool read(std::string_view input)
{
    const auto file = fuzz::fileOf(input);
    static_cast<void>(fuzz::reading([&] { return io::readIdx(file, io::IdxPart::Header); }));
    const auto set = fuzz::reading([&] { return io::readIdx(file); });
    if (!fuzz::succeeded(set))
        return false;
    fuzz::require(static_cast<std::int64_t>(set->bytes.size()) == set->count() * set->rowElements(),
                  "a data set has the elements of its extents");
    return true;
}

std::vector<std::string> seeds()
{
    using namespace std::string_literals;
    return {"\0\0\x08\x03\0\0\0\x02\0\0\0\x02\0\0\0\x03"s + std::string(12, 'x'),
            "\0\0\x08\x01\0\0\0\x05"
            "abcde"s,
            "\0\0\x08\x01\0\0\0\0"s,
            // the input with "abcde", compressed with gzip
            "\x1f\x8b\x08\0\0\0\0\0\x02\x03\x63\x60\xe0\x60\x64\x60\x60\x60\x4d\x4c\x4a\x4e\x49\x05\0"s};
}

}  // namespace

const fuzz::Target fuzz::kTarget = {read, seeds, nullptr, fuzz::WithoutMemory::Throws};
