#pragma once

#include "ui/look/theme.h"

#include <QLabel>
#include <QPropertyAnimation>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>
#include <functional>
#include <utility>
#include <vector>

namespace engine {
class Message;
}

namespace ui::runs {

/// A message above the timeline, such as an error of the program or a note about the displayed run, with buttons.
/// Opens within 140 ms, or immediately if motion is reduced. Thread: GUI.
class Banner : public QWidget {
    Q_OBJECT

public:
    enum class Tone : std::uint8_t { Fail, Info };

    struct Act {
        QString text;
        QString icon;
        std::function<void()> call;
    };
    struct Message {
        Tone tone = Tone::Info;
        QString title;
        QString text;      ///< below the title, in the code font; empty: none
        QString trailing;  ///< end of the text, in a paler colour
        std::vector<Act> acts;
        bool isLasting = false;  ///< the message is not about a run, so the end of a run does not close it
        bool operator==(const Message& other) const
        {
            return tone == other.tone && title == other.title && text == other.text && trailing == other.trailing &&
                   acts.size() == other.acts.size();
        }
    };

    explicit Banner(look::Theme& theme, QWidget* parent = nullptr);

    using MakeMessage = std::function<Message()>;
    using MakeTexts = std::function<std::pair<QString, QString>()>;  ///< title and text

    /// Opens with the message that `make` returns in the current language; calls it again when the language changes.
    void open(MakeMessage make);
    /// Opens with a title and a text. With Tone::Fail, the end of a run does not close the banner.
    void open(MakeTexts make, Tone tone = Tone::Info);
    void close();
    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    [[nodiscard]] const Message& message() const { return m_message; }
    void setMotion(bool isOn) { m_hasMotion = isOn; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild();
    void refreshTexts();
    void restyle();
    [[nodiscard]] int wantedHeight() const;
    [[nodiscard]] int availableWidth() const;
    void placeButtons();
    void moveTo(int height);
    void fitHeight();

    look::Theme& m_theme;
    MakeMessage m_make;
    Message m_message;
    bool m_isOpen = false;
    bool m_hasMotion = true;
    QWidget* m_content = nullptr;
    QLabel* m_icon = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    QWidget* m_acts = nullptr;
    QToolButton* m_close = nullptr;
    bool m_areButtonsBelow = false;
    std::vector<QPushButton*> m_buttons;
    QPropertyAnimation m_motion;
};

/// A title and a text. Both are marked by QT_TR_NOOP, or the text is a message of the engine.
[[nodiscard]] Banner::MakeTexts bannerTexts(const char* title, const char* text);
[[nodiscard]] Banner::MakeTexts bannerTexts(const char* title, const engine::Message& text);

}  // namespace ui::runs
