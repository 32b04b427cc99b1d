#include "engine/schedule/detail/reserved.h"

#include <sys/mman.h>

namespace engine::schedule::detail {

void* reserveAddresses(std::size_t bytes)
{
    void* const addresses =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return addresses == MAP_FAILED ? nullptr : addresses;
}

void giveBackAddresses(void* addresses, std::size_t bytes)
{
    if (addresses != nullptr)
        munmap(addresses, bytes);
}

}  // namespace engine::schedule::detail
