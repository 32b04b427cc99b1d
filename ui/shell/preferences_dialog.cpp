#include "ui/shell/preferences_dialog.h"

#include "ui/commands/command_palette.h"
#include "ui/look/in_language.h"
#include "ui/look/key_names.h"
#include "ui/look/language_rows.h"
#include "ui/look/widgets.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFormLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableWidget>
#include <QVBoxLayout>
#include <cmath>

namespace ui::shell {

namespace {

constexpr int kSmallest = 80, kLargest = 200;  ///< in percent; the range of look::Theme

/// Makes a check box for a command. It shows whether the command is checked, and a click triggers the command.
QCheckBox* faceOf(QAction* action, QWidget* parent)
{
    auto* box = new QCheckBox(parent);
    box->setObjectName(QStringLiteral("preference.") + action->objectName());
    const auto follow = [box, action] {
        box->setText(commands::nameOf(*action));
        box->setToolTip(action->statusTip());
        box->setChecked(action->isChecked());
    };
    QObject::connect(action, &QAction::changed, box, follow);
    follow();
    QObject::connect(box, &QCheckBox::clicked, action, [action](bool isOn) {
        if (action->isChecked() != isOn)
            action->trigger();
    });
    return box;
}

}  // namespace

PreferencesDialog::PreferencesDialog(look::Theme& theme, look::Languages* languages, commands::Actions& actions,
                                     commands::KeyBindings& keys, QWidget* parent)
    : QDialog(parent), m_theme(theme), m_languages(languages), m_actions(actions), m_keys(keys)
{
    setObjectName(QStringLiteral("preferences"));
    auto* tabs = new QTabWidget(this);
    tabs->addTab(makeAppearance(), {});
    tabs->addTab(makeKeys(), {});
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* close = buttons->button(QDialogButtonBox::Close);
    close->setIcon({});  // the icon of the style is black, even in the dark theme
    look::inLanguage(this, [this, tabs, close] {
        setWindowTitle(tr("Preferences"));
        tabs->setAccessibleName(tr("Preferences"));
        tabs->setTabText(0, tr("Language and appearance"));
        tabs->setTabText(1, tr("Keys"));
        close->setText(tr("Close"));
    });
    auto* column = new QVBoxLayout(this);
    column->addWidget(tabs);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&m_theme, &look::Theme::changed, this, &PreferencesDialog::restyle);
    connect(&m_keys, &commands::KeyBindings::changedKeys, this, &PreferencesDialog::fillKeys);
    restyle();
}

QWidget* PreferencesDialog::makeAppearance()
{
    auto* page = new QWidget(this);
    auto* form = new QFormLayout(page);
    const auto row = [&](const char* text, QWidget* field) {
        auto* label = new QLabel(page);
        label->setBuddy(field);
        form->addRow(label, field);
        look::inLanguage(label, [label, field, text] {
            label->setText(tr(text));
            field->setAccessibleName(tr(text));
        });
    };
    if (m_languages != nullptr) {
        using look::Language;
        m_language = new QComboBox(page);
        m_language->setObjectName(QStringLiteral("preference.language"));
        for (const Language language : look::languageChoices())
            m_language->addItem(look::nameOf(language), look::codeOf(language));
        look::inLanguage(m_language, [this] { m_language->setItemText(0, look::nameOf(Language::System)); });
        connect(m_language, &QComboBox::activated, this, [this](int at) {
            m_languages->choose(look::languageOf(m_language->itemData(at).toString()).value_or(Language::System));
        });
        row(QT_TR_NOOP("Language"), m_language);
    }
    m_mode = new QComboBox(page);
    m_mode->setObjectName(QStringLiteral("preference.theme"));
    look::inLanguage(m_mode, [this] { look::setItems(*m_mode, {tr("Light"), tr("Dark")}); });
    connect(m_mode, &QComboBox::activated, this,
            [this](int at) { m_theme.setMode(at == 0 ? look::Mode::Light : look::Mode::Dark); });
    row(QT_TR_NOOP("Theme"), m_mode);
    m_scale = new QSpinBox(page);
    m_scale->setObjectName(QStringLiteral("preference.scale"));
    m_scale->setRange(kSmallest, kLargest);
    m_scale->setSingleStep(10);
    m_scale->setSuffix(QStringLiteral(" %"));
    m_scale->setKeyboardTracking(false);
    connect(m_scale, &QSpinBox::valueChanged, this, [this](int percent) { m_theme.setScale(percent / 100.0); });
    row(QT_TR_NOOP("Size of everything"), m_scale);
    for (QAction* action : {m_actions.highContrast, m_actions.reducedMotion, m_actions.projector})
        form->addRow(QString(), faceOf(action, page));
    return page;
}

QWidget* PreferencesDialog::makeKeys()
{
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    m_filter = new QLineEdit(page);
    connect(m_filter, &QLineEdit::textChanged, this, &PreferencesDialog::fillKeys);
    m_table = new QTableWidget(0, 2, page);
    m_table->setObjectName(QStringLiteral("keyTable"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    connect(m_table, &QTableWidget::currentCellChanged, this, &PreferencesDialog::showChosen);
    auto* row = new QHBoxLayout;
    m_pressed = new QKeySequenceEdit(page);
    m_pressed->setObjectName(QStringLiteral("newKeys"));
    m_assign = new QPushButton(page);
    m_reset = new QPushButton(page);
    auto* resetAll = new QPushButton(page);
    row->addWidget(m_pressed, 1);
    for (QPushButton* button : {m_assign, m_reset, resetAll}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    m_conflict = new QLabel(page);
    m_conflict->setObjectName(QStringLiteral("keyConflict"));
    m_conflict->setWordWrap(true);
    connect(m_pressed, &QKeySequenceEdit::keySequenceChanged, this, &PreferencesDialog::showChosen);
    connect(m_assign, &QPushButton::clicked, this, &PreferencesDialog::assign);
    connect(m_reset, &QPushButton::clicked, this, [this] {
        if (QAction* action = chosen())
            m_keys.reset(*action);
    });
    connect(resetAll, &QPushButton::clicked, &m_keys, &commands::KeyBindings::resetAll);
    column->addWidget(m_filter);
    column->addWidget(m_table, 1);
    column->addLayout(row);
    column->addWidget(m_conflict);
    look::inLanguage(page, [this, resetAll] {
        m_filter->setPlaceholderText(tr("Find a command"));
        m_filter->setAccessibleName(tr("Find a command"));
        m_table->setAccessibleName(tr("Commands and their keys"));
        m_pressed->setAccessibleName(tr("Press the new keys"));
        m_assign->setText(tr("Use these keys"));
        m_reset->setText(tr("Default keys"));
        resetAll->setText(tr("All default keys"));
    });
    return page;
}

QAction* PreferencesDialog::chosen() const
{
    const QTableWidgetItem* item = m_table->item(m_table->currentRow(), 0);
    return item == nullptr ? nullptr : m_keys.actions().value(item->data(Qt::UserRole).toInt());
}

void PreferencesDialog::fillKeys()
{
    const QAction* before = chosen();
    const QList<QAction*> actions = m_keys.actions();
    m_table->setHorizontalHeaderLabels({tr("Command"), tr("Keys")});
    m_table->setRowCount(0);
    for (int i = 0; i < actions.size(); ++i) {
        const QString name = commands::nameOf(*actions[i]);
        if (name.isEmpty() || !commands::matchesLetters(name, m_filter->text()))
            continue;
        const int row = m_table->rowCount();
        m_table->insertRow(row);
        auto* item = new QTableWidgetItem(name);
        item->setData(Qt::UserRole, i);
        item->setToolTip(actions[i]->statusTip());
        QStringList names;
        for (const QKeySequence& sequence : m_keys.keysOf(*actions[i]))
            names << look::keyNames(sequence);
        auto* keys = new QTableWidgetItem(names.join(QStringLiteral("; ")));
        QFont font = m_theme.mono(11);
        font.setBold(!m_keys.isUsual(*actions[i]));
        keys->setFont(font);
        m_table->setItem(row, 0, item);
        m_table->setItem(row, 1, keys);
        if (actions[i] == before)
            m_table->setCurrentCell(row, 0);
    }
    showChosen();
}

void PreferencesDialog::showChosen()
{
    const QAction* action = chosen();
    const QKeySequence keys = m_pressed->keySequence();
    m_assign->setEnabled(action != nullptr);
    m_reset->setEnabled(action != nullptr && !m_keys.isUsual(*action));
    const QAction* holder = action == nullptr ? nullptr : m_keys.conflict(keys, *action);
    if (action == nullptr)
        m_conflict->setText(tr("Choose a command, then press its new keys."));
    else if (holder != nullptr)
        m_conflict->setText(tr("%1 is used by “%2”, which would then have no key.")
                                .arg(look::keyNames(keys), commands::nameOf(*holder)));
    else if (keys.isEmpty())
        m_conflict->setText(tr("Without keys, the command is only in the menu and in the palette."));
    else
        m_conflict->setText(tr("%1 is free.").arg(look::keyNames(keys)));
}

void PreferencesDialog::assign()
{
    if (QAction* action = chosen())
        m_keys.bind(*action, m_pressed->keySequence());
    m_pressed->clear();
}

void PreferencesDialog::showValues()
{
    if (m_language != nullptr)
        m_language->setCurrentIndex(m_language->findData(look::codeOf(m_languages->chosen())));
    m_mode->setCurrentIndex(m_theme.mode() == look::Mode::Light ? 0 : 1);
    const QSignalBlocker quiet(m_scale);
    m_scale->setValue(static_cast<int>(std::lround(m_theme.chosenScale() * 100)));
}

void PreferencesDialog::restyle()
{
    const int margin = m_theme.px(12);
    layout()->setContentsMargins(margin, margin, margin, margin);
    m_table->verticalHeader()->setDefaultSectionSize(m_theme.px(24));
    m_conflict->setFont(m_theme.sans(11.5));
    m_conflict->setMinimumHeight(m_theme.px(34));
    resize(m_theme.px(620), m_theme.px(520));
    showValues();
    fillKeys();
}

}  // namespace ui::shell
