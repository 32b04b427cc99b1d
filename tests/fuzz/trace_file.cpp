#include "engine/io/trace_file.h"
#include "engine/io/chrome_trace.h"
#include "engine/io/open_trace.h"
#include "tests/engine/io/imported_samples.h"
#include "tests/engine/io/native_chunks.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/fuzz/fuzz.h"

#include <zlib.h>

using namespace engine;

/// Fuzzes openTrace() with files of every format that it detects.
namespace {

std::string saved(tests::Sample sample)
{
    const std::filesystem::path path = fuzz::fileOf({}).string() + ".overlap";
    fuzz::require(io::saveTrace(*tests::sampleTrace(sample), path).has_value(), "a trace can be saved");
    std::string content = fuzz::contentOf(path);
    std::filesystem::remove(path);
    return content;
}

bool read(std::string_view input)
{
    const auto file = fuzz::fileOf(input);
    const auto opened = fuzz::reading([&] { return io::openTrace(file); });
    if (!fuzz::succeeded(opened))
        return false;
    fuzz::use(*opened->trace);
    return true;
}

std::vector<std::string> seeds()
{
    using tests::Sample;
    std::vector<std::string> all{saved(Sample::Empty), saved(Sample::Elementwise), saved(Sample::OutOfMemory),
                                 io::chromeTrace(*tests::sampleTrace(Sample::Elementwise))};
    const std::filesystem::path nsight = fuzz::fileOf({}).string() + ".sqlite";
    fuzz::require(tests::writeNsightExport(nsight, 2), "a database can be written");
    all.push_back(fuzz::contentOf(nsight));
    std::filesystem::remove(nsight);
    all.push_back(tests::packed(all[1]));
    all.push_back(tests::packed(all[3]));
    return all;
}

std::uint32_t get32(const std::string& bytes, std::size_t at)
{
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i)
        value |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    return value;
}

/// Writes the checksum of every chunk of a native file (engine/io/README.md).
void repair(std::string& file)
{
    constexpr std::size_t kFileHeader = 16;
    constexpr std::size_t kChunkHeader = 20;
    if (!file.starts_with("OVLTRACE"))
        return;
    for (std::size_t at = kFileHeader; at + kChunkHeader <= file.size();) {
        const std::size_t body = get32(file, at + 4);
        if (body > file.size() - at - kChunkHeader)
            return;
        const auto add = [&](uLong sum, std::size_t from, std::size_t size) {
            return crc32_z(sum, reinterpret_cast<const Bytef*>(file.data()) + from, size);
        };
        const uLong sum = add(add(0, at, 16), at + kChunkHeader, body);
        for (unsigned i = 0; i < 4; ++i)
            file[at + 16 + i] = static_cast<char>(sum >> (8 * i));
        at += kChunkHeader + body;
    }
}

}  // namespace

const fuzz::Target fuzz::kTarget = {read, seeds, repair};
