#pragma once

class QKeyEvent;

namespace ui::look {

/// Returns the Qt::Key of a key event. W, A, S and D are recognised by their position on every keyboard layout. Any
/// other key is recognised by its letter or, if the letter is not Latin, by the letter at the same position on an
/// English keyboard (except on Windows).
[[nodiscard]] int physicalKey(const QKeyEvent& event);

}  // namespace ui::look
