#include "ui/look/theme.h"

#include <QRegularExpression>

namespace ui::look {

namespace {

/// "%token%" is replaced by the colour, "12px" by the size at the current scale.
constexpr const char* kTemplate = R"(
* { outline: none; }
QMainWindow, QDialog { background: %chrome%; }
QToolTip { background: %tip%; color: %tipText%; border: 0; padding: 4px 7px; }
QSplitter::handle { background: %line%; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }

QMenuBar { background: %chrome%; color: %text%; }
QMenu { background: %panel%; color: %text%; border: 1px solid %line%; padding: 4px 0; }
QMenu::item { padding: 5px 28px 5px 28px; }
QMenu::icon { left: 8px; }
QMenu::item:selected { background: %accentSoft%; color: %text%; }
QMenu::item:disabled { color: %text3%; }
QMenu::separator { height: 1px; background: %line%; margin: 4px 0; }

QPushButton { background: %panel%; color: %text%; border: 1px solid %line%; border-radius: 6px; padding: 0 11px;
  min-height: 28px; font-weight: 500; }
QPushButton:hover { background: %hover%; border-color: %strong%; }
QPushButton:pressed { background: %sunken%; }
QPushButton:checked { background: %accentSoft%; border-color: %accent%; color: %accent%; }
QPushButton:focus { border: 2px solid %accent%; padding: 0 10px; min-height: 26px; }
QPushButton:disabled { color: %text3%; background: %chrome%; }
QPushButton[role="primary"] { background: %accent%; border-color: %accent%; color: %onAccent%; font-weight: 600; }
QPushButton[role="primary"]:hover { background: %accentHover%; border-color: %accentHover%; }
QPushButton[role="primary"]:focus { border: 2px solid %ink%; }
QPushButton[role="primary"]:disabled { background: %sunken%; border-color: %sunken%; color: %text3%; }
QPushButton[role="small"] { min-height: 22px; padding: 0 9px; font-size: 11.5px; }
QPushButton[role="small"]:focus { min-height: 20px; padding: 0 8px; }

QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px; color: %text2%; padding: 0; }
QToolButton:hover { background: %sunken%; color: %text%; }
QToolButton:checked { background: %sunken%; color: %text%; }
QToolButton:focus { border: 2px solid %accent%; }
QToolButton::menu-indicator { image: none; }

QComboBox { background: %panel%; color: %text%; border: 1px solid %line%; border-radius: 6px; padding: 0 8px;
  min-height: 28px; }
QComboBox[role="small"] { min-height: 22px; font-size: 11.5px; }
QComboBox[role="field"] { min-height: 24px; font-size: 11.5px; border-radius: 5px; padding: 0 2px 0 6px; }
QComboBox:hover { border-color: %strong%; }
QComboBox:focus { border: 2px solid %accent%; padding: 0 7px; min-height: 26px; }
QComboBox[role="small"]:focus { min-height: 20px; }
QComboBox[role="field"]:focus { min-height: 22px; padding: 0 1px 0 5px; }
QComboBox::drop-down { border: 0; width: 22px; }
QComboBox[role="field"]::drop-down { width: 16px; }
QComboBox::down-arrow { image: url(%downArrow%); width: 14px; height: 14px; }
QComboBox QAbstractItemView { background: %panel%; color: %text%; border: 1px solid %line%; padding: 4px 0;
  selection-background-color: %accentSoft%; selection-color: %text%; }

QSpinBox, QDoubleSpinBox, QLineEdit { background: %panel%; color: %text%; border: 1px solid %line%; border-radius: 5px;
  padding: 0 7px; min-height: 24px; selection-background-color: %accent%; selection-color: %onAccent%; }
QSpinBox:focus, QDoubleSpinBox:focus, QLineEdit:focus { border: 2px solid %accent%; padding: 0 6px; min-height: 22px; }
QSpinBox::up-button, QSpinBox::down-button { width: 0; border: 0; }
QLineEdit[state="bad"], QSpinBox[state="bad"] { border: 2px solid %failFill%; }

QCheckBox { spacing: 6px; color: %text%; }
QCheckBox::indicator { width: 14px; height: 14px; border-radius: 3px; border: 1px solid %strong%; background: %panel%; }
QCheckBox::indicator:checked { background: %accent%; border-color: %accent%; image: url(%check%); }
QCheckBox::indicator:focus { border: 2px solid %ink%; }
QCheckBox:disabled { color: %text3%; }

QTreeView, QListView, QTableView { background: %panel%; color: %text%; border: 0; }
QHeaderView::section { background: %chrome%; color: %text2%; border: 0; border-bottom: 1px solid %line%; padding: 4px 8px; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QDialog QPlainTextEdit { border: 1px solid %line%; border-radius: 5px; padding: 1px 3px; }
QDialog QPlainTextEdit:focus { border: 2px solid %accent%; padding: 0 2px; }
QPlainTextEdit, QTextEdit { background: %panel%; color: %text%; border: 0; selection-background-color: %selected%;
  selection-color: %text%; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: %strong%; border-radius: 3px; }
QScrollBar::handle:vertical { min-height: 28px; margin: 2px 2px; }
QScrollBar::handle:horizontal { min-width: 28px; margin: 2px 2px; }
QScrollBar::handle:hover { background: %text3%; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QTabBar::tab { background: transparent; color: %text2%; padding: 6px 12px; border: 0; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: %text%; border-bottom-color: %accent%; }
QTabWidget::pane { border: 0; }
QProgressBar { background: %sunken%; border: 0; border-radius: 2px; max-height: 4px; }
QProgressBar::chunk { background: %accent%; border-radius: 2px; }
)";

struct Entry {
    const char* name;
    QColor Tokens::*member;
};

constexpr Entry kEntries[] = {
    {"chrome", &Tokens::chrome},
    {"panel", &Tokens::panel},
    {"hover", &Tokens::hover},
    {"sunken", &Tokens::sunken},
    {"soft", &Tokens::soft},
    {"line", &Tokens::line},
    {"strong", &Tokens::strong},
    {"text", &Tokens::text},
    {"text2", &Tokens::text2},
    {"text3", &Tokens::text3},
    {"ink", &Tokens::ink},
    {"accent", &Tokens::accent},
    {"accentSoft", &Tokens::accentSoft},
    {"accentHover", &Tokens::accentHover},
    {"onAccent", &Tokens::onAccent},
    {"failFill", &Tokens::failFill},
    {"tip", &Tokens::tip},
    {"tipText", &Tokens::tipText},
};

QString scaledSizes(const QString& sheet, double scale)
{
    static const QRegularExpression size(QStringLiteral(R"((\d+(?:\.\d+)?)px)"));
    QString out;
    qsizetype from = 0;
    for (auto it = size.globalMatch(sheet); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        out += QStringView(sheet).mid(from, match.capturedStart() - from);
        const double pixels = match.captured(1).toDouble();
        // Lines of 1 px are not scaled.
        out += QString::number(pixels <= 1 ? qRound(pixels) : qRound(pixels * scale)) + QLatin1String("px");
        from = match.capturedEnd();
    }
    out += QStringView(sheet).mid(from);
    return out;
}

}  // namespace

QString Theme::styleSheet() const
{
    QString sheet = scaledSizes(QLatin1String(kTemplate), scale());
    for (const Entry& entry : kEntries)
        sheet.replace(QLatin1Char('%') + QLatin1String(entry.name) + QLatin1Char('%'), (tokens().*entry.member).name());
    // A semi-transparent selection is visible on the tint of the current line, and syntax colours stay readable on the
    // selection.
    QColor selected = tokens().accent;
    selected.setAlphaF(0.4F);
    sheet.replace(QLatin1String("%selected%"), selected.name(QColor::HexArgb));
    const QString suffix = m_mode == Mode::Dark ? QStringLiteral("dark") : QStringLiteral("light");
    sheet.replace(QLatin1String("%downArrow%"), QStringLiteral(":/icons/style/down-%1.svg").arg(suffix));
    sheet.replace(QLatin1String("%check%"), QStringLiteral(":/icons/style/check-%1.svg").arg(suffix));
    return sheet;
}

}  // namespace ui::look
