#include "engine/devices/cuda/module.h"

#include "engine/messages/messages.h"

#include <dlfcn.h>

#include <cstdlib>
#include <utility>

namespace engine::devices::cuda {

namespace {

constexpr const char* kModuleFile = "liboverlap_cuda13.so";
constexpr std::int32_t kOldest = 75;  ///< oldest compute capability for which the module has kernels
constexpr const char* kInstead = " Programs that need a GPU run on a virtual machine instead.";

ModuleSearch failed(GpuProblem problem, const std::string& sentence)
{
    ModuleSearch search;
    search.problem = problem;
    search.sentence = sentence + kInstead;
    return search;
}

std::filesystem::path programFolder()
{
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::filesystem::path{} : program.parent_path();
}

std::string versionText(std::int32_t version)
{
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

ModuleSearch loadModule(const std::filesystem::path& file)
{
    const std::string cannot = "The CUDA module " + file.string() + " cannot be used: ";
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        const char* reason = dlerror();
        return failed(GpuProblem::NoModule, cannot + (reason != nullptr ? reason : "the system does not say why") +
                                                ". Install the CUDA 13 libraries, or remove the file.");
    }
    const auto entry = reinterpret_cast<abi::Entry>(dlsym(library, abi::kEntry));
    const abi::Module* table = entry != nullptr ? entry(abi::kVersion) : nullptr;
    if (table == nullptr || table->version != abi::kVersion || table->size < sizeof(abi::Module)) {
        dlclose(library);
        return failed(GpuProblem::NoModule,
                      cannot + (entry == nullptr ? "it is no module of this program."
                                                 : "it was built for another version of this program. Build it anew."));
    }
    ModuleSearch search = probeModule(std::make_shared<const Module>(*table));
    if (!search.module)
        dlclose(library);
    return search;
}

}  // namespace

Status Module::check(abi::Code code, const std::string& doing) const
{
    if (code == abi::Code::Ok)
        return {};
    const ErrorCode kind = code == abi::Code::OutOfMemory   ? ErrorCode::OutOfMemory
                           : code == abi::Code::Invalid     ? ErrorCode::InvalidArgument
                           : code == abi::Code::Unsupported ? ErrorCode::Unsupported
                                                            : ErrorCode::DeviceFailure;
    const char* reason = m_table.lastError();
    return makeError(kind, messages::message("run.cuda-failed", doing, reason));
}

std::vector<std::filesystem::path> modulePlaces()
{
    if (const char* chosen = std::getenv("OVERLAP_CUDA_MODULE"); chosen != nullptr && *chosen != '\0')
        return {chosen};
    const std::filesystem::path folder = programFolder();
    if (folder.empty())
        return {};
    return {folder / kModuleFile, folder.parent_path() / "lib" / "overlap" / kModuleFile};
}

ModuleSearch probeModule(ModulePtr module)
{
    ModuleSearch search;
    const abi::Code code = (*module)->probe(&search.probe);
    const std::string wanted = "CUDA " + versionText(search.probe.runtime);
    if (code == abi::Code::NoDriver && search.probe.driver == 0)
        return failed(GpuProblem::NoDriver,
                      "This computer has no NVIDIA driver, so its GPUs, if it has any, cannot be "
                      "used. Install the driver to run on them.");
    if (code == abi::Code::NoDriver)
        return failed(GpuProblem::NoDriver, "The NVIDIA driver of this computer is too old: it knows CUDA " +
                                                versionText(search.probe.driver) + ", the program needs " + wanted +
                                                ". Install a newer driver to run on its GPUs.");
    if (code == abi::Code::NoDevice || (code == abi::Code::Ok && search.probe.devices == 0))
        return failed(GpuProblem::NoDevice,
                      "The NVIDIA driver finds no GPU in this computer that programs may use (CUDA_VISIBLE_DEVICES can "
                      "hide them).");
    if (code != abi::Code::Ok)
        return failed(GpuProblem::NoModule, "The CUDA module cannot be used: " + std::string((*module)->lastError()) +
                                                ". Restarting the computer may help.");
    // The module has no kernels for older GPUs. Uses the first GPUs up to one that is too old.
    abi::Facts facts;
    std::int32_t usable = 0;
    for (; usable < search.probe.devices; ++usable) {
        facts = {};
        if ((*module)->facts(usable, &facts) != abi::Code::Ok)
            break;
        if (facts.major * 10 + facts.minor < kOldest)
            break;
        if (usable == 0)
            search.gpuName = facts.name;
    }
    if (usable == 0 && facts.major > 0)
        return failed(GpuProblem::NoDevice, "This computer's GPU, " + std::string(facts.name) +
                                                ", is of compute capability " + std::to_string(facts.major) + "." +
                                                std::to_string(facts.minor) +
                                                "; CUDA 13 has kernels for 7.5 and newer only.");
    if (usable == 0)
        return failed(GpuProblem::NoDevice,
                      "This computer's GPU does not answer: " + std::string((*module)->lastError()) +
                          ". Restarting the computer may help.");
    search.probe.devices = usable;
    search.module = std::move(module);
    return search;
}

ModuleSearch findModule(const std::vector<std::filesystem::path>& places)
{
    for (const std::filesystem::path& place : places) {
        std::error_code ignored;
        if (std::filesystem::exists(place, ignored))
            return loadModule(place);
    }
    std::string looked;
    for (const std::filesystem::path& place : places)
        looked += (looked.empty() ? "" : ", ") + place.string();
    return failed(GpuProblem::NoModule,
                  "This computer's GPUs, if it has any, cannot be used: the CUDA module was not "
                  "found (" +
                      (looked.empty() ? std::string("nowhere to look") : looked) +
                      "); it is built where the CUDA toolkit is.");
}

}  // namespace engine::devices::cuda
