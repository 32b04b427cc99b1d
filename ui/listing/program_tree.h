#pragma once

#include "ui/listing/program_model.h"
#include "ui/look/theme.h"

#include <QTreeView>

namespace ui::listing {

/// The book's programs as a tree of sections that collapse. Thread: GUI.
class ProgramTree : public QTreeView {
    Q_OBJECT

public:
    ProgramTree(const look::Theme& theme, ProgramModel& model, QWidget* parent = nullptr);

    /// Marks the open program and expands its section.
    void setCurrentProgram(const QString& programId);
    /// Shows only programs whose title or section contains `text`, ignoring case; an empty text shows all.
    void setFilter(const QString& text);
    /// Opens the first visible program, as a click would; returns false if there is none.
    bool chooseFirst();
    /// Moves the keyboard focus to the first visible program.
    void focusFirst();
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void programChosen(const QString& programId);

protected:
    void drawBranches(QPainter*, const QRect&, const QModelIndex&) const override {}
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void choose(const QModelIndex& index);
    [[nodiscard]] QModelIndex first() const;

    const look::Theme& m_theme;
    ProgramModel& m_model;
};

}  // namespace ui::listing
