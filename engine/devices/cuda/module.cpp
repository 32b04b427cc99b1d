#include "engine/devices/cuda/module.h"

#include "engine/base/module_file.h"
#include "engine/messages/messages.h"

#include <array>
#include <optional>
#include <set>
#include <utility>

namespace engine::devices::cuda {

namespace {

/// One module per major version of CUDA; the first that can be used is loaded.
constexpr std::array kModuleFiles{"liboverlap_cuda13.so", "liboverlap_cuda12.so"};

/// Oldest compute capability for which a module has kernels.
std::int32_t oldestFor(std::int32_t runtime)
{
    return runtime >= 13000 ? 75 : 70;
}

/// The driver that a module needs, "CUDA 13 (driver 580 or newer)". Any driver of a major version of CUDA runs programs
/// of all minor versions of that major version.
Message driverFor(std::int32_t runtime)
{
    constexpr std::int32_t kDriver13 = 580;
    constexpr std::int32_t kDriver12 = 525;
    return message("gpu.driver-for", runtime / 1000, runtime >= 13000 ? kDriver13 : kDriver12);
}

ModuleSearch failed(GpuProblem problem, Message sentence)
{
    ModuleSearch search;
    search.problem = problem;
    search.sentence = message("gpu.instead", std::move(sentence));
    return search;
}

std::string versionText(std::int32_t version)
{
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// The message for a missing driver, or for one that is too old for `needed`.
Message driverProblem(const abi::Probe& probe, Message needed)
{
    return probe.driver == 0 ? message("gpu.no-driver", std::move(needed))
                             : message("gpu.old-driver", versionText(probe.driver), std::move(needed));
}

ModuleSearch loadGpus(const std::filesystem::path& file)
{
    const ModuleFile loaded = loadModule(file, abi::kEntry, abi::kVersion, sizeof(abi::Module));
    switch (loaded.problem) {
        case ModuleFile::Problem::NotLoaded:
            return failed(GpuProblem::NoModule, message("gpu.module-not-loaded", file.string(), loaded.reason));
        case ModuleFile::Problem::Foreign:
            return failed(GpuProblem::NoModule, message("gpu.module-foreign", file.string()));
        case ModuleFile::Problem::OtherVersion:
            return failed(GpuProblem::NoModule, message("gpu.module-version", file.string()));
        case ModuleFile::Problem::None:
            break;
    }
    ModuleSearch search = probeModule(std::make_shared<const Module>(*static_cast<const abi::Module*>(loaded.table)));
    if (!search.module)
        unload(loaded);
    return search;
}

}  // namespace

Status Module::check(abi::Code code, const std::string& doing) const
{
    if (code == abi::Code::Ok)
        return {};
    const bool isOutOfMemory = code == abi::Code::OutOfMemory || code == abi::Code::OutOfMemoryLate;
    const ErrorCode kind = isOutOfMemory                    ? ErrorCode::OutOfMemory
                           : code == abi::Code::Invalid     ? ErrorCode::InvalidArgument
                           : code == abi::Code::Unsupported ? ErrorCode::Unsupported
                                                            : ErrorCode::DeviceFailure;
    const char* reason = m_table.lastError();
    return makeError(kind, message("run.cuda-failed", doing, reason));
}

std::vector<std::filesystem::path> modulePlaces()
{
    return engine::modulePlaces("OVERLAP_CUDA_MODULE", kModuleFiles);
}

ModuleSearch probeModule(ModulePtr module)
{
    ModuleSearch search;
    const abi::Code code = (*module)->probe(&search.probe);
    if (code == abi::Code::NoDriver) {
        const abi::Probe probe = search.probe;
        search = failed(GpuProblem::NoDriver, driverProblem(probe, driverFor(probe.runtime)));
        search.probe = probe;
        return search;
    }
    if (code == abi::Code::NoDevice || (code == abi::Code::Ok && search.probe.devices == 0))
        return failed(GpuProblem::NoDevice, message("gpu.none"));
    if (code != abi::Code::Ok)
        return failed(GpuProblem::NoModule, message("gpu.module-failed", (*module)->lastError()));
    // The module has no kernels for GPUs older than `oldest`. Only the GPUs before the first one that is too old or
    // does not respond are used.
    abi::Facts facts;
    const std::int32_t oldest = oldestFor(search.probe.runtime);
    std::int32_t usable = 0;
    for (; usable < search.probe.devices; ++usable) {
        facts = {};
        if ((*module)->facts(usable, &facts) != abi::Code::Ok)
            break;
        if (facts.major * 10 + facts.minor < oldest)
            break;
        if (usable == 0)
            search.gpuName = facts.name;
    }
    if (usable == 0 && facts.major > 0)
        return failed(GpuProblem::NoDevice,
                      message("gpu.too-old", facts.name, versionText(facts.major * 1000 + facts.minor * 10),
                              search.probe.runtime / 1000, versionText(oldest / 10 * 1000 + oldest % 10 * 10)));
    if (usable == 0)
        return failed(GpuProblem::NoDevice, message("gpu.no-response", (*module)->lastError()));
    search.probe.devices = usable;
    search.module = std::move(module);
    return search;
}

ModuleSearch findModule(const std::vector<std::filesystem::path>& places)
{
    std::optional<ModuleSearch> last;
    std::set<std::filesystem::path> names;
    for (const std::filesystem::path& place : places) {
        std::error_code ignored;
        if (!std::filesystem::exists(place, ignored) || !names.insert(place.filename()).second)
            continue;
        ModuleSearch search = loadGpus(place);
        if (search.module)
            return search;
        // If two modules need different drivers, the message names both drivers. Otherwise the problem of the last
        // module is reported.
        if (last && search.problem == GpuProblem::NoDriver && last->problem == GpuProblem::NoDriver)
            search.sentence =
                message("gpu.instead",
                        driverProblem(search.probe, message("gpu.driver-for-either", driverFor(last->probe.runtime),
                                                            driverFor(search.probe.runtime))));
        last = std::move(search);
    }
    if (last)
        return *std::move(last);
    std::vector<std::string> files(places.begin(), places.end());
    return failed(GpuProblem::NoModule, message("gpu.module-not-found", messages::list(files)));
}

}  // namespace engine::devices::cuda
