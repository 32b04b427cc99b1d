#pragma once

class QKeyEvent;

namespace ui::look {

/// The Qt::Key of a press: W, A, S and D by where they are, so that they work on every layout; other letters are those
/// that stand on the keys, and a keyboard without Latin ones has them where the English one has.
[[nodiscard]] int physicalKey(const QKeyEvent& event);

}  // namespace ui::look
