#pragma once

#include "engine/frontend/program.h"
#include "ui/look/theme.h"

#include <QMenu>
#include <QToolButton>
#include <functional>
#include <vector>

namespace ui::listing {

using engine::frontend::Lever;

/// Names levers and their values: "non_blocking off, device devices[0]"
[[nodiscard]] QString leversText(const std::vector<Lever>& levers);
/// Fills a menu with the values of levers: a lever that is on or off is one entry, any other is a submenu. A single
/// lever has its values in the menu itself. Calls `change` with the chosen value.
void fillLeverMenu(QMenu& menu, const std::vector<Lever>& levers,
                   const std::function<void(const Lever& lever, const std::string& value)>& change);

/// The levers of one line in the gutter. For a single lever, the icon shows the type of the lever; it is paler and
/// struck out if the lever is off. A click flips a lever with two states; otherwise it opens a menu.
class LeverButton : public QToolButton {
    Q_OBJECT

public:
    LeverButton(const look::Theme& theme, QWidget* parent);

    void describe(int line, std::vector<Lever> levers);
    [[nodiscard]] int line() const { return m_line; }
    /// Does the same as a click on the button.
    void activate();

signals:
    void changed(int line, const std::string& name, const std::string& value);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showTexts();

    const look::Theme& m_theme;
    int m_line = 0;
    std::vector<Lever> m_levers;
};

}  // namespace ui::listing
