#pragma once

#include <cstddef>
#include <cstdint>

namespace engine::schedule::detail {

/// The first bytes use small pages, so that a short program needs little memory; everything after them uses huge pages.
/// The first write to 4 KiB takes 1.5 us in a small page (48 ns per operation), and 0.35 us in a huge page of 2 MiB.
constexpr std::size_t kSmallPages = 64 * 1024;

/// Reserves addresses without memory. The first write to a page allocates it, filled with zeros. Returns null if the
/// system has no addresses.
[[nodiscard]] void* reserveAddresses(std::size_t bytes);
void releaseAddresses(void* addresses, std::size_t bytes);
/// Releases the whole pages behind the first `kept` of `bytes` bytes.
void releaseEnd(void* addresses, std::size_t kept, std::size_t bytes);

/// Reserves addresses for `most` objects of type T that never move, so that the address of an index needs only one
/// addition. Reserves fewer if the system limits addresses (ulimit -v). Constructs and destroys no objects.
template <typename T>
class ReservedArray {
public:
    explicit ReservedArray(std::uint32_t most) : m_size(most)
    {
        while (m_size > 0 && (m_data = static_cast<T*>(reserveAddresses(m_size * sizeof(T)))) == nullptr)
            m_size /= 2;
    }
    ~ReservedArray() { releaseAddresses(m_data, m_size * sizeof(T)); }
    ReservedArray(const ReservedArray&) = delete;
    ReservedArray& operator=(const ReservedArray&) = delete;

    /// Releases the addresses of the second half, which must not have been used. Returns false if nothing would remain.
    [[nodiscard]] bool halve()
    {
        const std::uint32_t most = m_size / 2;
        if (most == 0)
            return false;
        releaseEnd(m_data, most * sizeof(T), m_size * sizeof(T));
        m_size = most;
        return true;
    }

    [[nodiscard]] T* data() const { return m_data; }
    [[nodiscard]] std::uint32_t size() const { return m_size; }

private:
    std::uint32_t m_size;
    T* m_data = nullptr;
};

}  // namespace engine::schedule::detail
