#pragma once

#include "engine/ops/shape.h"
#include "engine/trace/sink.h"

#include <array>
#include <cstdint>
#include <string>

namespace engine::frontend {

/// The texts of shapes in the trace: "256x64x28x28", "scalar". Recent shapes are cached, so that issuing an operation
/// rarely formats a text. Thread: the program's.
class ShapeNames {
public:
    [[nodiscard]] NameId nameOf(const ops::Shape& shape, trace::Sink& sink)
    {
        std::uint64_t hash = shape.rank();
        for (const std::int64_t extent : shape.extents())
            hash = (hash ^ static_cast<std::uint64_t>(extent)) * 0x9e3779b97f4a7c15;
        Entry& entry = m_recent[(hash >> 32) % m_recent.size()];
        if (entry.name.isValid() && entry.shape == shape)
            return entry.name;
        std::string text;
        for (const std::int64_t extent : shape.extents())
            text.append(text.empty() ? "" : "x").append(std::to_string(extent));
        return (entry = {shape, sink.intern(text.empty() ? "scalar" : text)}).name;
    }

private:
    struct Entry {
        ops::Shape shape;
        NameId name;
    };
    std::array<Entry, 256> m_recent;
};

}  // namespace engine::frontend
