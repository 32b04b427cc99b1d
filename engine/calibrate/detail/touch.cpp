#include "engine/calibrate/detail/pages.h"

#include "engine/messages/messages.h"

#include <algorithm>
#include <cmath>

// Memory of tensors: the cost of its first use, and the largest size that is cached when a tensor is freed.
namespace engine::calibrate::detail {

namespace {

constexpr double kNano = 1e9;

struct Touch {
    double first = 0;  ///< s of the first operation that writes a new tensor
    double later = 0;  ///< s of the second operation that writes the tensor
};

Result<double> fill(Bench& bench, const Tensor& tensor)
{
    return bench.time([&] { return bench.push({.op = ops::Operator::Fill, .output = tensor}); });
}

Result<Touch> touch(Bench& bench, const Tensor& tensor)
{
    const auto first = fill(bench, tensor);
    if (!first)
        return Error(first.error());
    const auto later = fill(bench, tensor);
    if (!later)
        return Error(later.error());
    return Touch{*first, *later};
}

/// Measures tensors of about `elements`, each a little larger than the previous one, so that none reuses freed memory.
/// `page`: bytes per page.
Status measureFirst(Bench& bench, Report& report, double page, const char* path, std::int64_t elements,
                    const std::string& how)
{
    std::int64_t size = elements;
    const auto samples = bench.repeat([&]() -> Result<double> {
        size += elements / 64;
        const auto times = touch(bench, bench.tensor(kCpu, {size}));
        if (!times)
            return Error(times.error());
        return std::max(0.0, times->first - times->later) / (4.0 * static_cast<double>(size) / page);
    });
    if (!samples)
        return Error(samples.error());
    addTime(report, path, fastMode(*samples), kNano, how);
    return {};
}

double allMemory(const Report& report)
{
    return valueOf(report, "host.memoryGiB").value_or(0) * 1024;
}

void addKept(Report& report, double mebibytes, const char* how)
{
    report.numbers.push_back({.path = "host.keptMiB", .value = mebibytes, .how = how, .statistics = {}});
}

/// For a virtual machine: doubles the size until a new tensor no longer reuses the pages of a freed one of the same
/// size.
Status measureKept(Bench& bench, Report& report, double page)
{
    constexpr std::int64_t kMax = 128;  // MiB
    double kept = 0;                    // MiB
    bool isBorderSeen = false;
    std::int64_t mebibytes = 1;
    for (; mebibytes <= kMax && !isBorderSeen && !bench.isOutOfTime(); mebibytes *= 2) {
        const ops::Shape shape{mebibytes << 18};
        int taken = 0;
        constexpr int kTries = 3;  // the majority of the tries counts, because one may be disturbed
        for (int i = 0; i < kTries; ++i) {
            const Tensor before = bench.tensor(kCpu, shape);
            const auto times = touch(bench, before);
            if (!times)
                return Error(times.error());
            bench.release(before);
            const Tensor after = bench.tensor(kCpu, shape);
            const auto again = touch(bench, after);
            if (!again)
                return Error(again.error());
            bench.release(after);
            const double pages = static_cast<double>(mebibytes << 20) / page;
            const double cost = valueOf(report, "host.sharedTouchNs").value_or(0) / kNano * pages;
            taken += again->first - again->later < cost / 2 ? 1 : 0;
        }
        isBorderSeen = taken * 2 < kTries;
        if (!isBorderSeen)
            kept = static_cast<double>(mebibytes);
    }
    if (!isBorderSeen && mebibytes <= kMax)
        return makeError(ErrorCode::Unavailable, message("calibrate.time-up"));
    if (isBorderSeen)
        addKept(report, kept, "tensors of 1 to 128 MiB that go and come again");
    else
        addKept(report, allMemory(report), "tensors of up to 128 MiB that go and come again all find their pages");
    return {};
}

}  // namespace

Status measureTouch(Bench& bench, Report& report)
{
    const double page = notePageSize(bench, report);
    if (Status status = measureFirst(bench, report, page, "host.touchNs", std::int64_t{1} << 18,
                                     "first use of tensors of 1 to 1.2 MiB");
        !status)
        return status;
    if (Status status = measureFirst(bench, report, page, "host.sharedTouchNs", std::int64_t{1} << 21,
                                     "first use of tensors of 8 to 10 MiB");
        !status)
        return status;
    // On a real computer the size follows from a rule and is not measured: `devices::cpu::Storage` caches freed memory
    // of tensors of every size until memory runs short.
    if (bench.platform().kind() == trace::PlatformKind::Real) {
        addKept(report, allMemory(report), "rule: freed memory of tensors is cached until memory runs short");
        return {};
    }
    // If the first use of a page costs less than 20 ns, reuse of pages cannot be measured.
    if (valueOf(report, "host.sharedTouchNs").value_or(0) < 20)
        return {};
    return measureKept(bench, report, page);
}

}  // namespace engine::calibrate::detail
