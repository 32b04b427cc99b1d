#include "app/wiring/outputs.h"

#include <cstddef>
#include <system_error>

namespace app {

using namespace engine;

namespace {

bool isFile(const std::string& name)
{
    return !name.empty() && name != "-";
}

/// Whether `name` is an existing file. A program may also be named by its section, such as 13.3.1, which is not a file.
bool exists(const std::string& name)
{
    std::error_code trouble;
    return isFile(name) && std::filesystem::exists(name, trouble);
}

/// Whether writing could overwrite a file: `path` is a regular file, or does not exist yet.
bool mayOverwrite(const std::filesystem::path& path)
{
    std::error_code trouble;
    const auto status = std::filesystem::status(path, trouble);
    return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

/// Whether two paths denote the same file, even if it does not exist yet; resolves links and relative folders.
bool isSame(const std::filesystem::path& one, const std::filesystem::path& other)
{
    std::error_code trouble;
    if (std::filesystem::equivalent(one, other, trouble) && !trouble)
        return true;
    const auto first = std::filesystem::weakly_canonical(std::filesystem::absolute(one, trouble), trouble);
    const auto second = std::filesystem::weakly_canonical(std::filesystem::absolute(other, trouble), trouble);
    return !trouble && first == second;
}

}  // namespace

std::string absoluteOutput(const std::string& name)
{
    if (!isFile(name))
        return name;
    std::error_code trouble;
    const std::filesystem::path path = std::filesystem::absolute(name, trouble);
    return trouble ? name : path.string();
}

Status checkOutputs(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs)
{
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (!isFile(outputs[i]) || !mayOverwrite(outputs[i]))
            continue;
        for (const std::string& input : inputs)
            if (exists(input) && isSame(outputs[i], input))
                return untranslatedError(ErrorCode::InvalidArgument,
                                         "The output " + outputs[i] +
                                             " is also an input, which would be lost; give the "
                                             "output another name.");
        for (std::size_t other = 0; other < i; ++other)
            if (isFile(outputs[other]) && isSame(outputs[i], outputs[other]))
                return untranslatedError(ErrorCode::InvalidArgument,
                                         "Two outputs go to " + outputs[i] +
                                             ", and only one of them would stay; give one of "
                                             "them another name.");
    }
    return {};
}

}  // namespace app
