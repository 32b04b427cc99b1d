#include "ui/look/physical_key.h"

#include <QKeyEvent>
#include <array>
#include <string_view>

namespace ui::look {

namespace {

/// The letter at a key's position on an English keyboard (scan codes of X11 and Wayland); 0: not a letter key.
int englishLetter(quint32 scanCode)
{
    struct KeyRow {
        quint32 first;
        std::string_view letters;
    };
    static constexpr std::array<KeyRow, 3> kRows{{{24, "QWERTYUIOP"}, {38, "ASDFGHJKL"}, {52, "ZXCVBNM"}}};
    for (const KeyRow& row : kRows)
        if (scanCode >= row.first && scanCode < row.first + row.letters.size())
            return row.letters[scanCode - row.first];
    return 0;
}

}  // namespace

/// Recognises W, A, S and D by their scan codes: those of X11 and Wayland, or those of Windows.
int physicalKey(const QKeyEvent& event)
{
    struct Key {
        quint32 x11;
        quint32 windows;
        int key;
    };
    static constexpr std::array<Key, 4> kKeys{
        {{25, 0x11, Qt::Key_W}, {38, 0x1E, Qt::Key_A}, {39, 0x1F, Qt::Key_S}, {40, 0x20, Qt::Key_D}}};
#ifdef Q_OS_WIN
    constexpr bool kIsWindows = true;
#else
    constexpr bool kIsWindows = false;
#endif
    const quint32 code = event.nativeScanCode();
    for (const Key& key : kKeys)
        if (code != 0 && code == (kIsWindows ? key.windows : key.x11))
            return key.key;
    const bool isForeign = event.key() > 0x7F && event.key() < 0x01000000;
    if (const int letter = isForeign && !kIsWindows ? englishLetter(code) : 0; letter != 0)
        return letter;
    return event.key();
}

}  // namespace ui::look
