#include "engine/device/all_reduce.h"
#include "tests/devices/conformance.h"

#include <cmath>
#include <cstring>

/// Cases about sums over several devices: with each algorithm, all devices get the same bits.
namespace conformance {

namespace {

using device::AllReduceAlgorithm;
using ops::Operator;
using ops::Shape;

struct Outcome {
    std::vector<Values> values;
    Status status;
};

Outcome sumOver(Checks& check, AllReduceAlgorithm algorithm, const Shape& shape)
{
    Driver driver(check.opener(), check.options());
    std::vector<Handle> handles;
    std::vector<device::Replica> replicas;
    for (std::size_t i = 1; i < driver.platform().devices().size(); ++i) {
        driver.device = DeviceId(i);
        driver.seed = 40 + i;
        handles.push_back(driver.apply(Operator::RandomNormal, {}, shape, 0, 1));
        replicas.push_back({DeviceId(i), handles.back().id});
    }
    const device::AllReduce what{algorithm, replicas, shape, {}, 7, 0};
    const auto intern = [&driver](std::string_view name) { return driver.intern(name); };
    const auto done = device::allReduce(driver.platform(), what, intern);
    Outcome outcome;
    if (!done)
        outcome.status = done.error();
    for (const Handle& handle : handles) {
        const auto values = driver.valuesOf(handle);
        outcome.values.push_back(values ? *values : Values());
    }
    const std::string problem = problemOf(*driver.finish());
    check.that(problem.empty(), "the trace of a sum over devices is sound: " + problem);
    return outcome;
}

bool isEqual(const Values& a, const Values& b)
{
    return !a.empty() && a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

bool isClose(const Values& a, const Values& b)
{
    if (a.empty() || a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!(std::abs(a[i] - b[i]) <= 1e-4F))
            return false;
    return true;
}

void sumsAreEqualOnAllDevices(Checks& check)
{
    std::size_t gpus = 0;
    {
        Driver driver(check.opener(), check.options());
        gpus = driver.platform().devices().size() - 1;
    }
    if (gpus < 2)
        return;
    // Shapes that are divided into parts of equal and of unequal size, and one with fewer elements than devices.
    for (const Shape& shape : {Shape{24, 5}, Shape{3, 29}, Shape{1}}) {
        const Outcome naive = sumOver(check, AllReduceAlgorithm::Naive, shape);
        const Outcome ring = sumOver(check, AllReduceAlgorithm::Ring, shape);
        const Outcome library = sumOver(check, AllReduceAlgorithm::Library, shape);
        check.succeeds(naive.status, "the naive sum is taken");
        check.succeeds(ring.status, "the ring is taken");
        for (std::size_t g = 1; g < naive.values.size(); ++g) {
            check.that(isEqual(naive.values[g], naive.values[0]), "replicas of the naive sum are equal");
            check.that(isEqual(ring.values[g], ring.values[0]), "replicas of the ring's sum are equal");
        }
        check.that(isClose(naive.values[0], ring.values[0]), "the ring's sum is the naive one's but for rounding");
        if (!library.status) {
            check.fails(library.status, ErrorCode::Unsupported, "where there is no library it says so");
            continue;
        }
        for (std::size_t g = 0; g < library.values.size(); ++g)
            check.that(isEqual(library.values[g], library.values[0]), "replicas of the library's sum are equal");
        check.that(isClose(naive.values[0], library.values[0]),
                   "the library's sum is the naive one's but for rounding");
    }
}

/// The sum is one operation that writes on all devices.
void waitForOneDeviceIncludesTheSum(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Shape shape{64, 64};
    std::vector<device::Replica> replicas;
    for (std::size_t i = 1; i < driver.platform().devices().size(); ++i) {
        driver.device = DeviceId(i);
        replicas.push_back({DeviceId(i), driver.fill(shape, 1).id});
    }
    if (replicas.size() < 2)
        return;
    const device::AllReduce what{AllReduceAlgorithm::Library, replicas, shape, {}, 7, 0};
    const auto intern = [&driver](std::string_view name) { return driver.intern(name); };
    if (!device::allReduce(driver.platform(), what, intern))
        return;  // sumsAreEqualOnAllDevices() checks the error
    const std::size_t last = driver.live()->opCount() - 1;
    check.succeeds(driver.platform().synchronize(replicas.back().device, {}), "the last device is waited for");
    const trace::TracePtr trace = driver.finish();
    check.that(trace->waits().back().end >= trace->op(OpId{last}).finished, "the sum had ended then");
}

}  // namespace

const std::vector<Case>& collectiveCases()
{
    static const std::vector<Case> kCases = {
        {"sums are equal on all devices", sumsAreEqualOnAllDevices},
        {"a wait for one device includes the sum", waitForOneDeviceIncludesTheSum}};
    return kCases;
}

}  // namespace conformance
