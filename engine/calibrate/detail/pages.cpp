#include "engine/calibrate/detail/pages.h"

#include "engine/messages/messages.h"

#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>

namespace engine::calibrate::detail {

namespace {

// 16384 pages of 4 KiB need little memory, but mapping them takes much longer than reading the clock.
constexpr std::size_t kBytes = std::size_t{64} << 20U;
constexpr double kNano = 1e9;

struct PageTimes {
    Samples fault;  ///< s per page
    Samples unmap;
};

/// Maps 64 MiB, accesses each page, and unmaps it.
Status mapOnce(Bench& bench, std::size_t pageBytes, double& fault, double& unmap)
{
    void* memory = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)  // NOLINT: the macro casts
        return makeError(ErrorCode::OutOfMemory, message("calibrate.no-memory"));
    auto* bytes = static_cast<volatile unsigned char*>(memory);
    const double pages = static_cast<double>(kBytes / pageBytes);
    const double begin = bench.seconds();
    for (std::size_t at = 0; at < kBytes; at += pageBytes)
        bytes[at] = 1;
    const double touched = bench.seconds();
    ::munmap(memory, kBytes);
    fault = (touched - begin) / pages;
    unmap = (bench.seconds() - touched) / pages;
    return {};
}

Status measureOwn(Bench& bench, Report& report)
{
    const auto pageBytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    PageTimes times;
    for (int i = 0; i < kWarmUps + kRepeats; ++i) {
        if (bench.isStopped())
            return stopped();
        double fault = 0;
        double unmap = 0;
        if (Status status = mapOnce(bench, pageBytes, fault, unmap); !status)
            return status;
        if (i < kWarmUps)
            continue;
        times.fault.push_back(fault);
        times.unmap.push_back(unmap);
    }
    addTime(report, "host.faultNs", fastMode(times.fault), kNano, "first touch of 64 MiB, page by page");
    addTime(report, "host.unmapNs", fastMode(times.unmap), kNano, "64 MiB given back");
    return {};
}

/// Measures page faults of a virtual machine, which charges them for a new NumPy array above a size limit.
Status measureModelled(Bench& bench, Report& report)
{
    const auto memcpyRate = valueOf(report, "host.memcpyGBps");
    if (!memcpyRate)
        return makeError(ErrorCode::Unavailable, message("calibrate.needs", "host.memcpyGBps"));
    const auto samples = bench.fastTimes([&] {
        return bench.time([&]() -> Status {
            bench.platform().hostWork(device::HostWork::ToNumpy, Bytes{static_cast<std::int64_t>(kBytes)}, {});
            return {};
        });
    });
    if (!samples)
        return Error(samples.error());
    Samples pages;
    for (const double sample : *samples)
        pages.push_back((sample - static_cast<double>(kBytes) / (*memcpyRate * 1e9)) / (kBytes / 4096.0));
    addTime(report, "host.faultNs", pages, kNano, "copy of 64 MiB to a fresh array");
    return {};
}

}  // namespace

double notePageSize(Bench& bench, Report& report)
{
    constexpr double kModelled = 4096;  // bytes, as in the template machine files
    if (bench.platform().kind() != trace::PlatformKind::Real)
        return kModelled;
    const auto bytes = static_cast<double>(::sysconf(_SC_PAGESIZE));
    report.numbers.push_back(
        {.path = "host.pageKiB", .value = bytes / 1024, .how = "page size of the system", .statistics = {}});
    return bytes;
}

Status measurePages(Bench& bench, Report& report)
{
    return bench.platform().kind() == trace::PlatformKind::Real ? measureOwn(bench, report)
                                                                : measureModelled(bench, report);
}

}  // namespace engine::calibrate::detail
