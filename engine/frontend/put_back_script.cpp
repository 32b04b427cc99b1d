#include "engine/frontend/detail/line_match.h"
#include "engine/frontend/detail/put_back.h"

namespace engine::frontend {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string asTyped(const std::string& shown, const KeptLine*)
{
    return shown;
}

}  // namespace

std::string scriptWithListing(const std::string& bytes, std::string_view listing)
{
    std::string_view text = bytes;
    const bool hasMark = text.starts_with(kByteOrderMark);
    if (hasMark)
        text.remove_prefix(kByteOrderMark.size());
    return std::string(hasMark ? kByteOrderMark : "") + putBack(keptLines(text), linesOf(listing), asTyped);
}

}  // namespace engine::frontend
