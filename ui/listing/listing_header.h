#pragma once

#include "ui/listing/program_document.h"
#include "ui/look/segmented.h"

#include <QLabel>
#include <QToolButton>

namespace ui::listing {

/// The row above the listing: the dialects, the button for the output, and the number of sync points or the syntax
/// problem. Thread: GUI.
class ListingHeader : public QWidget {
    Q_OBJECT

public:
    ListingHeader(look::Theme& theme, ProgramDocument& document, QWidget* parent);

    enum class OutputButton : std::uint8_t { Hidden, Released, Pressed };

    void showOutput(OutputButton button);

signals:
    void outputChosen(bool isShown);

private:
    void showDialects();
    void showCount();
    void restyle();

    const look::Theme& m_theme;
    ProgramDocument& m_document;
    look::Segmented* m_dialects = nullptr;
    QToolButton* m_output = nullptr;
    QLabel* m_count = nullptr;
};

}  // namespace ui::listing
