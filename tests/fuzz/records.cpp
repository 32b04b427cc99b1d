#include "engine/io/detail/record_codec.h"
#include "engine/trace/store.h"
#include "tests/engine/io/native_chunks.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/fuzz/fuzz.h"

using namespace engine;

/// Fuzzes the decoder of records. An input is the decompressed content of a native file, without its checksum.
namespace {

bool read(std::string_view input)
{
    io::detail::RecordDecoder decoder(input);
    trace::Store store;
    fuzz::reading([&] {
        while (const auto record = decoder.next())
            store.apply(*record);
    });
    store.close();
    fuzz::use(*store.snapshot());
    return decoder.atEnd();
}

std::vector<std::string> seeds()
{
    std::vector<std::string> all;
    for (const auto sample :
         {tests::Sample::Empty, tests::Sample::Elementwise, tests::Sample::OutOfMemory, tests::Sample::CopyOverlap})
        all.push_back(tests::recordsOf(*tests::sampleTrace(sample)).bytes);
    return all;
}

}  // namespace

const fuzz::Target fuzz::kTarget = {read, seeds, nullptr, fuzz::WithoutMemory::Throws};
