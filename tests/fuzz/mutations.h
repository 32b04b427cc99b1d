#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

/// Generates broken inputs for readers; equal seeds give equal inputs. A test feeds the inputs to a reader, which must
/// return the readable part or an error message. Crashes, hangs and undefined behaviour (build with the asan preset)
/// end the test.
///
///     fuzz::Mutations inputs({whole, other}, 1);
///     for (int i = fuzz::inputCount(500); i > 0; --i)
///         static_cast<void>(read(inputs.next()));
namespace fuzz {

/// Returns the number of inputs: OVERLAP_FUZZ_INPUTS if it is set, else `usual`.
inline int inputCount(int usual)
{
    const char* wanted = std::getenv("OVERLAP_FUZZ_INPUTS");
    const int count = wanted != nullptr ? std::atoi(wanted) : 0;
    return count > 0 ? count : usual;
}

/// Mutations of whole inputs: flipped bits and bytes, cuts, pieces of other inputs, numbers at the limits of their
/// types (as text and as bytes), and misplaced brackets and quotes.
class Mutations {
public:
    Mutations(std::vector<std::string> wholes, std::uint64_t seed) : m_wholes(std::move(wholes)), m_random(seed) {}

private:
    std::size_t below(std::size_t end) { return end == 0 ? 0 : m_random() % end; }
    template <typename List>
    const auto& any(const List& list)
    {
        return list[below(list.size())];
    }

public:
    std::string next()
    {
        std::string text = any(m_wholes);
        for (std::size_t hits = 1 + below(4); hits > 0; --hits)
            mutate(text);
        return text;
    }

private:
    static constexpr char kBytes[] = "{}[]\",:\\-eE.0\n\r\t\0\xff\x80\x7f#%=;()";

    void mutate(std::string& text)
    {
        if (text.empty()) {
            text = any(m_wholes);
            return;
        }
        const std::size_t at = below(text.size());
        const std::size_t length = std::min<std::size_t>(1 + below(below(8) == 0 ? 4096 : 24), text.size() - at);
        switch (below(10)) {
            case 0:
                text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
                return;
            case 1:
                text[at] = any(std::string_view(kBytes, sizeof kBytes - 1));
                return;
            case 2:
                text.resize(at);
                return;
            case 3:
                text.erase(at, length);
                return;
            case 4:
                text.insert(at, text.substr(below(text.size()), length));
                return;
            case 5:
                return splice(text, at);
            case 6:
                return setBytes(text, at);
            case 7:
                text.insert(at, std::string(1 + below(64), any(std::string_view("[{\"\\0 ("))));
                return;
            default:
                return setNumber(text, at);
        }
    }

    void splice(std::string& text, std::size_t at)
    {
        const std::string& other = any(m_wholes);
        const std::size_t from = below(other.size());
        text.replace(at, std::string::npos, other, from, other.size() - from);
    }

    /// Writes a number of 1, 2, 4 or 8 bytes that is a limit of its type.
    void setBytes(std::string& text, std::size_t at)
    {
        constexpr std::array<std::uint64_t, 10> kEnds{
            0, 1, 0x7f, 0xff, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff, 1ULL << 63, ~0ULL};
        const std::uint64_t value = any(kEnds);
        const std::size_t size = std::min(std::size_t{1} << below(4), text.size() - at);
        const bool isSwapped = below(2) == 0;
        for (std::size_t i = 0; i < size; ++i)
            text[at + i] = static_cast<char>((value >> 8 * (isSwapped ? size - 1 - i : i)) & 0xff);
    }

    /// Replaces the next number in the text by an extreme one.
    void setNumber(std::string& text, std::size_t at)
    {
        constexpr std::array<std::string_view, 18> kOdd{"0",
                                                        "-1",
                                                        "NaN",
                                                        "-Infinity",
                                                        "1e400",
                                                        "-1e-400",
                                                        "9223372036854775807",
                                                        "9223372036854775808",
                                                        "-9223372036854775808",
                                                        "18446744073709551616",
                                                        "4294967296",
                                                        "2147483648",
                                                        "0.1",
                                                        "\"x\"",
                                                        "null",
                                                        "true",
                                                        "[]",
                                                        "{}"};
        const auto begin = text.find_first_of("0123456789", at);
        if (begin == std::string::npos)
            return;
        const auto end = std::min(text.find_first_not_of("0123456789.", begin), text.size());
        text.replace(begin, end - begin, any(kOdd));
    }

    std::vector<std::string> m_wholes;
    std::mt19937_64 m_random;
};

}  // namespace fuzz
