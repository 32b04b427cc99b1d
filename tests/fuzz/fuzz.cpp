#include "tests/fuzz/fuzz.h"
#include "tests/source_dir.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <unistd.h>

namespace fuzz {

void require(bool condition, const char* promise)
{
    if (condition || Refusal::hasHappened)
        return;
    std::fprintf(stderr, "broken promise: %s\n", promise);
    std::abort();
}

void endWithoutSentence()
{
    std::fputs("an error has no sentence\n", stderr);
    std::abort();
}

std::filesystem::path fileOf(std::string_view content)
{
    struct File {
        ~File() { unlink(path.c_str()); }
        std::filesystem::path path =
            std::filesystem::temp_directory_path() / ("overlap-fuzz-" + std::to_string(getpid()));
        const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    };
    static const File file;
    const bool isWritten = ftruncate(file.descriptor, 0) == 0 && pwrite(file.descriptor, content.data(), content.size(),
                                                                        0) == static_cast<ssize_t>(content.size());
    require(isWritten, "a temporary file can be written");
    return file.path;
}

std::string contentOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
}

std::vector<std::string> filesOf(const std::string& folder, std::string_view ending, std::size_t most)
{
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(tests::inSource(folder)))
        if (entry.path().string().ends_with(ending))
            files.push_back(contentOf(entry.path()));
    std::sort(files.begin(), files.end(), [](const std::string& a, const std::string& b) {
        return std::pair(a.size(), std::string_view(a)) < std::pair(b.size(), std::string_view(b));
    });
    files.resize(std::min(files.size(), most));
    return files;
}

}  // namespace fuzz
