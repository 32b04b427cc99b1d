#include "engine/device/machine_file.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/devices/cuda/open_computer.h"
#include "engine/devices/sim/open_virtual.h"
#include "tests/devices/conformance.h"
#include "tests/devices/fake_gpu.h"
#include "tests/source_dir.h"

#include <cstdlib>
#include <filesystem>

namespace conformance {

namespace {

Subject virtualMachine(const std::string& name, const std::string& id)
{
    Subject subject;
    subject.name = name;
    const char* resources = std::getenv("OVERLAP_RESOURCES");  // set by tests/gpu/run
    const std::filesystem::path folder = resources != nullptr ? std::string(resources) : tests::inSource("resources");
    const auto machine = device::readMachine(folder / "machines" / (id + ".json"));
    if (!machine) {
        subject.problem = machine.error().english();
        return subject;
    }
    subject.open = [machine = *machine](const device::PlatformOptions& options, trace::Sink& sink) {
        return devices::sim::openVirtual(machine, options, sink, devices::cpu::makeValueEngine);
    };
    return subject;
}

/// The GPUs of this computer, or the reason why there are none. `settings.isShared`: the only GPU is used as GPU 0 and
/// as GPU 1.
Subject realGpus(const std::string& name, const devices::cuda::GpuSettings& settings)
{
    const devices::cuda::ModuleSearch search = devices::cuda::findModule(devices::cuda::modulePlaces());
    std::string problem = search.sentence.english();
    if (problem.empty() && settings.isShared && search.probe.devices != 1)
        problem = "it needs exactly one GPU";
    return {name,
            [search, settings](const device::PlatformOptions& options, trace::Sink& sink) {
                return devices::cuda::openComputer(search, settings, options, sink);
            },
            problem};
}

/// A made-up GPU that is used as GPU 0 and as GPU 1.
Subject sharedGpu()
{
    return {"one made-up GPU, twice",
            [](const device::PlatformOptions& options, trace::Sink& sink) {
                fake::Settings settings;
                settings.devices = 1;
                settings.memory *= 2;
                settings.times = devices::cuda::abi::TimeSource::Activity;
                settings.jitter = 20;
                devices::cuda::GpuSettings shared;
                shared.isShared = true;
                return devices::cuda::openComputer(devices::cuda::probeModule(fake::makeModule(settings)), shared,
                                                   options, sink);
            },
            {}};
}

/// Fake GPUs, which are threads.
Subject fakeGpus(const std::string& name, devices::cuda::abi::TimeSource times, int devices = 2)
{
    return {name,
            [times, devices](const device::PlatformOptions& options, trace::Sink& sink) {
                fake::Settings settings;
                settings.devices = devices;
                settings.times = times;
                settings.jitter = 20;
                settings.hasBadTimes = true;
                return devices::cuda::openComputer(devices::cuda::probeModule(fake::makeModule(settings)), options,
                                                   sink);
            },
            {}};
}

/// The code of the CUDA module over an imitation of the CUDA runtime; see fake_runtime.h.
Subject imitatedRuntime(const std::string& name, const devices::cuda::GpuSettings& settings)
{
    const std::filesystem::path file = OVERLAP_FAKE_RUNTIME;
    if (file.empty())
        return {name, {}, "the headers of CUDA 13 were not found at build time"};
    const devices::cuda::ModuleSearch search = devices::cuda::findModule({file});
    return {name,
            [search, settings](const device::PlatformOptions& options, trace::Sink& sink) {
                return devices::cuda::openComputer(search, settings, options, sink);
            },
            search.sentence.english()};
}

}  // namespace

const std::vector<Subject>& subjects()
{
    static const devices::cuda::GpuSettings kTf32{.module = {.isTf32 = 1}, .isShared = false};
    static const devices::cuda::GpuSettings kShared{.module = {}, .isShared = true};
    static const std::vector<Subject> kSubjects = {
        {"this computer", devices::cpu::openThisComputer, {}},
        virtualMachine("virtual machine with 2 GPUs", "book-v100"),
        virtualMachine("virtual machine without GPU", "laptop-2019"),
        virtualMachine("virtual machine with 8 GPUs", "h100-8"),
        fakeGpus("made-up GPUs, times by events", devices::cuda::abi::TimeSource::Events),
        fakeGpus("made-up GPUs, times by a profiler", devices::cuda::abi::TimeSource::Activity),
        fakeGpus("made-up GPUs, no times", devices::cuda::abi::TimeSource::Host),
        fakeGpus("one made-up GPU", devices::cuda::abi::TimeSource::Activity, 1),
        sharedGpu(),
        imitatedRuntime("module over an imitated runtime", {}),
        imitatedRuntime("imitated runtime with TF32", kTf32),
        realGpus("CUDA", {}),
        realGpus("real GPUs with TF32", kTf32),
        realGpus("one real GPU, twice", kShared),
    };
    return kSubjects;
}

std::vector<Rules> rules()
{
    device::PlatformOptions torch;
    torch.semantics = device::Semantics::Torch;
    torch.values = trace::ValueMode::Computed;
    device::PlatformOptions mxnet = torch;
    mxnet.semantics = device::Semantics::MXNet;
    device::PlatformOptions naive = mxnet;
    naive.policy = device::EnginePolicy::Naive;
    device::PlatformOptions wide = mxnet;
    wide.computeWorkers = 3;
    wide.valueThreads = 3;
    return {{"torch", torch}, {"mxnet", mxnet}, {"mxnet, naive", naive}, {"mxnet, 3 workers", wide}};
}

}  // namespace conformance
