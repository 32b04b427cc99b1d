#include "engine/schedule/detail/reserved.h"

#include <sys/mman.h>

namespace engine::schedule::detail {

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

[[nodiscard]] constexpr std::size_t wholePages(std::size_t bytes)
{
    return (bytes + 4095) / 4096 * 4096;
}

[[nodiscard]] std::byte* map(std::size_t bytes)
{
    void* const addresses =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return addresses == MAP_FAILED ? nullptr : static_cast<std::byte*>(addresses);
}

void unmap(std::byte* addresses, std::size_t bytes)
{
    if (bytes > 0)
        munmap(addresses, bytes);
}

}  // namespace

void* reserveAddresses(std::size_t bytes)
{
    bytes = wholePages(bytes);
    if (bytes < kSmallPages + kHugePage)
        return map(bytes);
    // Maps one huge page more than needed, so that the small pages can end at the start of a huge page.
    std::byte* const all = map(bytes + kHugePage);
    if (all == nullptr)
        return nullptr;
    const std::size_t unaligned = (reinterpret_cast<std::uintptr_t>(all) + kSmallPages) % kHugePage;
    const std::size_t before = (kHugePage - unaligned) % kHugePage;
    std::byte* const addresses = all + before;
    unmap(all, before);
    unmap(addresses + bytes, kHugePage - before);
#if defined(MADV_HUGEPAGE)
    // The system may ignore this request: without huge pages, all pages are small.
    static_cast<void>(madvise(addresses + kSmallPages, bytes - kSmallPages, MADV_HUGEPAGE));
#endif
    return addresses;
}

void releaseAddresses(void* addresses, std::size_t bytes)
{
    if (addresses != nullptr)
        unmap(static_cast<std::byte*>(addresses), wholePages(bytes));
}

void releaseEnd(void* addresses, std::size_t kept, std::size_t bytes)
{
    unmap(static_cast<std::byte*>(addresses) + wholePages(kept), wholePages(bytes) - wholePages(kept));
}

}  // namespace engine::schedule::detail
