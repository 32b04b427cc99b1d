#include "engine/listing/text_facts.h"

#include <algorithm>
#include <array>

namespace engine::listing {

namespace {

bool isWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

/// Calls `visit` with the text after each occurrence of `start`. If `start` begins with a word character, occurrences
/// inside a longer word are skipped.
void forEachAfter(std::string_view source, std::string_view start, auto visit)
{
    for (std::size_t at = source.find(start); at != std::string_view::npos; at = source.find(start, at + 1))
        if (at == 0 || !isWordCharacter(source[at - 1]) || !isWordCharacter(start.front()))
            visit(source.substr(at + start.size()));
}

std::string_view wordAt(std::string_view text)
{
    return text.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(text, isWordCharacter) - text.begin()));
}

bool hasWord(std::string_view source, std::string_view word)
{
    bool found = false;
    forEachAfter(source, word, [&](std::string_view rest) { found = found || wordAt(rest).empty(); });
    return found;
}

std::string_view afterSpaces(std::string_view text)
{
    return text.substr(std::min(text.size(), text.find_first_not_of(" \t\n")));
}

/// If `text` starts with `start`, apart from leading spaces, returns the text after it without leading spaces; else
/// empty.
std::string_view after(std::string_view text, char start)
{
    text = afterSpaces(text);
    return text.starts_with(start) ? afterSpaces(text.substr(1)) : std::string_view();
}

/// Returns the number of GPUs that one statement addresses. `hasGpuList`: the list `devices` contains only GPUs.
int gpusIn(std::string_view statement, bool hasGpuList)
{
    constexpr std::array<std::string_view, 5> kCalls{"synchronize", "stream", "Stream", "Event", "CUDAGraph"};
    int count = 0;
    for (const std::string_view any : {"'cuda'", "\"cuda\"", ".cuda(", "gpu()"})
        forEachAfter(statement, any, [&](std::string_view) { count = 1; });
    forEachAfter(statement, "cuda.", [&](std::string_view rest) {
        const std::string_view called = wordAt(rest);
        if (std::ranges::find(kCalls, called) != kCalls.end() || called.ends_with("_stream"))
            count = 1;
    });
    for (const std::string_view numbered : {"devices[", "cuda:", "gpu("})
        forEachAfter(statement, numbered, [&](std::string_view rest) {
            if ((hasGpuList || numbered != "devices[") && !rest.empty() && rest.front() >= '0' && rest.front() <= '9')
                count = std::max(count, rest.front() - '0' + 1);
        });
    return count;
}

/// Whether a statement may behave differently without a GPU: a condition, or a loop over the number of GPUs.
bool isConditional(std::string_view statement)
{
    if (hasWord(statement, "__name__"))
        return false;  // `if __name__ == "__main__"` does not depend on GPUs
    return hasWord(statement, "if") || hasWord(statement, "elif") || hasWord(statement, "else") ||
           hasWord(statement, "or") || hasWord(statement, "except") || hasWord(statement, "device_count") ||
           hasWord(statement, "num_gpus");
}

/// False if the listing assigns something other than GPUs to `devices`. True without an assignment.
bool hasGpuList(std::string_view source)
{
    bool hasFallback = false;
    forEachAfter(source, "devices", [&](std::string_view rest) {
        const std::string_view value = after(rest.substr(0, rest.find('\n')), '=');
        if (value.empty() || value.front() == '=')
            return;
        const bool isOfGpus = hasWord(value, "try_all_gpus") || hasWord(value, "cuda") ||
                              (hasWord(value, "gpu") && !hasWord(value, "cpu"));
        hasFallback = hasFallback || !isOfGpus || isConditional(value);
    });
    return !hasFallback;
}

}  // namespace

int gpusAddressed(std::string_view source, const std::vector<int>& off)
{
    const bool isGpuList = hasGpuList(source);
    constexpr std::size_t kNone = std::string_view::npos;
    std::size_t conditional = kNone;  // indentation of the statement whose block might be skipped without a GPU
    int count = 0;
    for (int number = 1; !source.empty(); ++number) {
        const std::string_view line = source.substr(0, source.find('\n'));
        source.remove_prefix(std::min(source.size(), line.size() + 1));
        const std::size_t indentation = line.find_first_not_of(" \t");
        if (indentation == kNone || line[indentation] == '#' || indentation > conditional ||
            std::ranges::find(off, number) != off.end())
            continue;
        conditional = isConditional(line) ? indentation : kNone;
        if (conditional == kNone)
            count = std::max(count, gpusIn(line, isGpuList));
    }
    return count;
}

bool communicates(std::string_view source)
{
    return hasWord(source, "torch.distributed") || hasWord(source, "torch.multiprocessing") ||
           hasWord(source, "DistributedDataParallel") || hasWord(source, "dist_sync") ||
           hasWord(source, "dist_device_sync");
}

std::string plottedOver(std::string_view source)
{
    std::string variable;
    forEachAfter(source, "overlap.plot(", [&](std::string_view rest) {
        rest = afterSpaces(rest);
        rest.remove_prefix(rest.starts_with('f') ? 1 : 0);
        const char quote = rest.empty() ? '\0' : rest.front();
        const std::size_t end = rest.find_first_of(std::string{quote, '\n'}, 1);
        if (!variable.empty() || (quote != '\'' && quote != '"') || end == std::string_view::npos)
            return;
        rest = after(rest.substr(end + 1), ',');
        const std::string_view word = wordAt(rest);
        const bool isName = !word.empty() && (word.front() < '0' || word.front() > '9');
        if (isName && !after(rest.substr(word.size()), ',').empty())
            variable = word;
    });
    return variable;
}

}  // namespace engine::listing
