#pragma once

#include "engine/base/result.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace engine::io::detail {

[[nodiscard]] bool isGzip(std::string_view content);

/// Compresses the bytes fed to it and passes the result to a function.
class Gzip {
public:
    using Output = std::function<Status(std::string_view)>;

    explicit Gzip(Output output);
    ~Gzip();
    Gzip(const Gzip&) = delete;
    Gzip& operator=(const Gzip&) = delete;

    [[nodiscard]] Status write(std::string_view bytes);
    [[nodiscard]] Status finish();

private:
    struct State;
    [[nodiscard]] Status pump(std::string_view bytes, int flush);
    std::unique_ptr<State> m_state;
};

}  // namespace engine::io::detail
