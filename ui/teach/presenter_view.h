#pragma once

#include "ui/look/theme.h"
#include "ui/teach/lesson_player.h"
#include "ui/teach/measures.h"

#include <QLabel>
#include <QWidget>
#include <functional>

namespace ui::teach {

/// A separate window for the teacher's screen: the step as the students see it, the teacher's notes, the expected
/// result, and the next step. Thread: GUI.
class PresenterView : public QWidget {
    Q_OBJECT

public:
    PresenterView(const look::Theme& theme, LessonPlayer& player, std::function<MeasureSource()> source,
                  QWidget* parent = nullptr);

    void refresh();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void restyle();
    QLabel* part(const char* name, QLabel** heading);
    void showEnding();

    const look::Theme& m_theme;
    LessonPlayer& m_player;
    std::function<MeasureSource()> m_source;
    QLabel *m_nowHeading = nullptr, *m_now = nullptr;
    QLabel *m_notesHeading = nullptr, *m_notes = nullptr;
    QLabel *m_expectedHeading = nullptr, *m_expected = nullptr;
    QLabel *m_nextHeading = nullptr, *m_next = nullptr;
};

}  // namespace ui::teach
