#include "ui/run_choice/compare_parameters.h"

#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QVBoxLayout>

namespace ui::run_choice {

CompareParameters::CompareParameters(const look::Theme& theme, listing::ProgramDocument& document, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_document(document)
{
    setObjectName(QStringLiteral("compareParameters"));
    auto* column = new QVBoxLayout(this);
    m_panel = new listing::ParameterPanel(theme, document, this);
    m_note = new QLabel(this);
    m_note->setWordWrap(true);
    column->addWidget(m_panel);
    column->addWidget(m_note);
    look::inLanguage(this, [this] { showNote(); });
    connect(&theme, &look::Theme::changed, this, &CompareParameters::restyle);
    restyle();
    hide();
}

void CompareParameters::setSides(Sides sides, int gpus)
{
    QStringList names;
    for (int i = 0; i < gpus; ++i)
        names << tr("GPU %1").arg(i);
    m_panel->setDevices(names);
    m_sides = sides;
    showNote();
    setVisible((sides.a || sides.b) && m_document.isTrusted() && !m_document.program().parameters.empty());
}

void CompareParameters::showNote()
{
    m_note->setText(m_sides.a && m_sides.b ? tr("applies to A and B")
                    : m_sides.a            ? tr("applies to A; B is a saved run")
                                           : tr("applies to B; A is a saved run"));
}

void CompareParameters::restyle()
{
    layout()->setContentsMargins(0, 1, 0, m_theme.px(10));
    layout()->setSpacing(0);
    m_note->setContentsMargins(m_theme.px(14), 0, m_theme.px(14), 0);
    look::setTextStyle(*m_note, m_theme.sans(11.5), m_theme.tokens().text3);
    update();
}

void CompareParameters::paintEvent(QPaintEvent*)
{
    const look::Tokens& tokens = m_theme.tokens();
    look::paintGround(*this, tokens.panel, 0, tokens.line);
}

}  // namespace ui::run_choice
