#include "tests/gpu/subject.h"

#include "engine/devices/cuda/open_computer.h"
#include "engine/io/open_trace.h"
#include "tests/devices/fake_gpu.h"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>

namespace gpu {

using namespace engine;

namespace {

/// Reads a positive number; returns false for other texts.
bool readNumber(std::string_view text, int& number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() && number > 0;
}

Arguments readArguments(int argc, char** argv)
{
    std::setvbuf(stdout, nullptr, _IOLBF, 0);  // so that the complete lines are printed if the program is stopped
    Arguments arguments;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const bool hasValue = i + 1 < argc;
        if (word == "--made-up") {
            arguments.isMadeUp = true;
        } else if (word == "--count" && hasValue) {
            arguments.isUnderstood = readNumber(argv[++i], arguments.count) && arguments.isUnderstood;
        } else if (word == "--seconds" && hasValue) {
            arguments.isUnderstood = readNumber(argv[++i], arguments.seconds) && arguments.isUnderstood;
        } else if (word == "--traces" && hasValue) {
            arguments.traces = argv[++i];
        } else if (word == "--libraries") {
            arguments.isListing = true;
        } else if (word == "--tf32") {
            arguments.isTf32 = true;
        } else if (word == "--own-kernels") {
            arguments.isPlain = true;
        } else if (word.starts_with("--") && word != "--plain") {  // --plain is an option of the benchmark's table
            arguments.isUnderstood = false;
        } else if (word != "--plain") {
            arguments.filter = word;
        }
    }
    if (!arguments.isUnderstood)
        std::fprintf(stderr,
                     "usage: %s [--made-up] [--count N] [--seconds N] [--traces FOLDER] [--libraries] [--tf32] "
                     "[--own-kernels] [WORD]\n",
                     argv[0]);
    return arguments;
}

/// If there is no GPU, prints the reason and returns none.
std::optional<Subject> findSubject(const Arguments& arguments)
{
    fake::Settings settings;
    settings.times = devices::cuda::abi::TimeSource::Activity;
    settings.jitter = 20;
    const devices::cuda::ModuleSearch search = arguments.isMadeUp
                                                   ? devices::cuda::probeModule(fake::makeModule(settings))
                                                   : devices::cuda::findModule(devices::cuda::modulePlaces());
    if (!search.module) {
        std::printf("skipped: %s\n", search.sentence.english().c_str());
        return {};
    }
    Subject subject;
    subject.name = search.gpuName;
    subject.devices = search.probe.devices;
    subject.module = search.module;
    devices::cuda::GpuSettings with;
    with.module.isTf32 = arguments.isTf32 ? 1 : 0;
    with.module.isPlain = arguments.isPlain ? 1 : 0;
    subject.open = [search, with](const device::PlatformOptions& options, trace::Sink& sink) {
        return devices::cuda::openComputer(search, with, options, sink);
    };
    return subject;
}

}  // namespace

int run(int argc, char** argv, const std::function<int(const Arguments&, const Subject&)>& check)
{
    constexpr int kMisused = 2;
    const Arguments arguments = readArguments(argc, argv);
    if (!arguments.isUnderstood)
        return kMisused;
    const auto subject = findSubject(arguments);
    return subject ? check(arguments, *subject) : kSkipped;
}

int skipAll(const Arguments& arguments)
{
    std::printf("skipped: no name contains %s\n", arguments.filter.c_str());
    return kSkipped;
}

bool haveSameBits(const conformance::Values& a, const conformance::Values& b)
{
    return !a.empty() && a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

void keepTrace(const trace::Trace& trace, const std::filesystem::path& folder, const std::string& name)
{
    if (folder.empty())
        return;
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    if (const Status status = io::saveTraceAs(trace, folder / (name + ".overlap")); !status)
        std::printf("%s\n", status.error().english().c_str());
}

}  // namespace gpu
