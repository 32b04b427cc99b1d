#include "engine/device/machine_catalogue.h"

#include "engine/device/machine_file.h"
#include "engine/messages/messages.h"
#include "engine/trace/imported.h"

#include <algorithm>

namespace engine::device {

namespace {

constexpr const char* kDefaultId = "book-v100";

std::vector<std::filesystem::path> machineFiles(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    std::error_code trouble;
    for (std::filesystem::directory_iterator it(folder, trouble), end; !trouble && it != end; it.increment(trouble))
        if (it->path().extension() == ".json" && !it->path().stem().string().ends_with(".schema"))
            files.push_back(it->path());
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) {
        const bool isFirst = a.stem() == kDefaultId;
        const bool isSecond = b.stem() == kDefaultId;
        return isFirst != isSecond ? isFirst : a < b;
    });
    return files;
}

}  // namespace

MachineInfo describeMachine(const std::filesystem::path& file)
{
    MachineInfo info;
    info.kind = trace::PlatformKind::Virtual;
    info.path = file.string();
    info.id = file.stem().string();
    info.label = info.id;
    const Result<Machine> machine = readMachine(file);
    if (!machine) {
        info.problem = machine.error().message;
        return info;
    }
    info.id = machine->id;
    info.label = machine->label;
    info.gpuCount = static_cast<int>(machine->torch.gpus.size());
    return info;
}

std::vector<MachineInfo> listMachines(const std::filesystem::path& folder)
{
    std::vector<MachineInfo> machines;
    for (const std::filesystem::path& file : machineFiles(folder))
        machines.push_back(describeMachine(file));
    return machines;
}

Result<std::filesystem::path> findMachineFile(const std::filesystem::path& folder, const std::string& idOrPath)
{
    std::vector<std::string> known{trace::kThisComputer};
    const std::vector<std::filesystem::path> files = machineFiles(folder);
    for (const std::filesystem::path& file : files) {
        if (file.stem() == idOrPath)
            return file;
        known.push_back(file.stem().string());
    }
    std::error_code trouble;
    if (std::filesystem::exists(idOrPath, trouble))
        return std::filesystem::path(idOrPath);
    return makeError(ErrorCode::NotFound, files.empty() ? message("machine.unknown-empty-folder", idOrPath,
                                                                  messages::list(known), folder.string())
                                                        : message("machine.unknown", idOrPath, messages::list(known)));
}

}  // namespace engine::device
