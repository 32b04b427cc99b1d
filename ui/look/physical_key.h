#pragma once

class QKeyEvent;

namespace ui::look {

/// The Qt::Key of a key event. W, A, S and D are recognised by position on every keyboard layout. Other keys count by
/// their letter; if that is not Latin, by the letter at the same position on an English keyboard.
[[nodiscard]] int physicalKey(const QKeyEvent& event);

}  // namespace ui::look
