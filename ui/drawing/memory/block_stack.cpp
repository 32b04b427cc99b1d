#include "ui/drawing/memory/block_stack.h"

#include <algorithm>

namespace ui::drawing {

std::vector<StackPiece> stackOf(const std::vector<engine::analysis::MemoryBlock>& blocks, Nanoseconds end,
                                std::size_t most)
{
    struct Event {
        Nanoseconds time;
        bool isBirth;
        std::uint32_t block;
    };
    std::vector<Event> events;
    events.reserve(blocks.size() * 2);
    for (std::uint32_t i = 0; i < blocks.size(); ++i) {
        events.push_back({blocks[i].born, true, i});
        if (blocks[i].died)
            events.push_back({*blocks[i].died, false, i});
    }
    std::ranges::stable_sort(events, {}, &Event::time);

    std::vector<StackPiece> pieces;
    std::vector<StackPiece> open;  // pieces without an end yet, from the bottom of the stack to its top
    std::int64_t top = 0;
    const auto close = [&](const StackPiece& piece, Nanoseconds at) {
        if (at > piece.begin)
            pieces.push_back(piece);
        if (at > piece.begin)
            pieces.back().end = at;
    };
    for (const Event& event : events) {
        if (pieces.size() > most)
            return {};
        const std::int64_t bytes = blocks[event.block].bytes.value;
        if (event.isBirth) {
            open.push_back({event.time, event.time, top, top + bytes, event.block});
            top += bytes;
            continue;
        }
        const auto dead = std::ranges::find(open, event.block, &StackPiece::block);
        if (dead == open.end())
            continue;
        for (auto piece = dead; piece != open.end(); ++piece)
            close(*piece, event.time);
        for (auto piece = dead + 1; piece != open.end(); ++piece) {
            piece->begin = event.time;
            piece->from -= bytes;
            piece->to -= bytes;
        }
        open.erase(dead);
        top -= bytes;
    }
    for (const StackPiece& piece : open)
        close(piece, std::max(end, piece.begin + Nanoseconds{1}));
    return pieces.size() > most ? std::vector<StackPiece>() : pieces;
}

std::int64_t groundOf(const MemoryColumn& records)
{
    for (const engine::trace::MemoryRecord& record : records) {
        using engine::trace::MemoryAct;
        if (record.act == MemoryAct::Reserve || record.act == MemoryAct::Release || record.act == MemoryAct::Refuse)
            continue;
        const bool isTaken = record.act == MemoryAct::Allocate;
        return std::max<std::int64_t>(0, record.allocated.value - (isTaken ? record.bytes.value : 0));
    }
    return 0;
}

}  // namespace ui::drawing
