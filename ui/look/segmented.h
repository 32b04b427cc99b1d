#pragma once

#include "ui/look/theme.h"

#include <QButtonGroup>
#include <QWidget>

namespace ui::look {

/// A row of exclusive choices, for example of pace, dialect or format. Arrow keys change the choice; screen readers
/// report each segment as a radio button. Thread: GUI.
class Segmented : public QWidget {
    Q_OBJECT

public:
    enum class Size : std::uint8_t { Normal, Small };

    Segmented(const Theme& theme, Size size, QWidget* parent = nullptr);

    /// Adds a choice; ids are assigned in order, starting at 0.
    void addSegment(const QString& text, const QString& toolTip = {});
    /// Sets the texts of the choices, starting at id 0; adds missing choices.
    void setSegments(const QStringList& texts, const QStringList& toolTips = {});
    void setSegmentEnabled(int id, bool isEnabled);
    void setCurrent(int id);  ///< does not emit chosen()
    [[nodiscard]] int current() const { return m_group.checkedId(); }
    [[nodiscard]] int count() const { return static_cast<int>(m_group.buttons().size()); }

signals:
    void chosen(int id);  ///< the user chose a segment

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();

    const Theme& m_theme;
    Size m_size;
    QButtonGroup m_group;
};

}  // namespace ui::look
