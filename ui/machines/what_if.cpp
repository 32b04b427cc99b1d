#include "ui/machines/what_if.h"

#include "engine/io/atomic_file.h"
#include "ui/commands/actions.h"
#include "ui/look/languages.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace ui::machines {

namespace {

constexpr std::size_t kMaxFileBytes = std::size_t{4} << 20;

}  // namespace

WhatIf::WhatIf(const runs::Workbench& bench, const Machines& machines, QWidget& parent)
    : QObject(&bench.window), m_bench(bench), m_machines(machines), m_parent(parent)
{
    QAction* action = bench.actions.whatIf;
    connect(action, &QAction::toggled, this, [this](bool isOn) { isOn ? open() : close(); });
    connect(this, &WhatIf::openChanged, action, &QAction::setChecked);
}

void WhatIf::build()
{
    if (m_panel != nullptr)
        return;
    m_panel = new WhatIfPanel(m_bench.theme, &m_parent);
    m_panel->hide();
    connect(m_panel, &WhatIfPanel::changed, this, &WhatIf::onChanged);
    connect(m_panel, &WhatIfPanel::saveWanted, this, &WhatIf::saveAs);
}

void WhatIf::open()
{
    const engine::device::MachineInfo& machine = m_machines.chosen();
    if (machine.kind != engine::trace::PlatformKind::Virtual || machine.path.empty()) {
        m_bench.banner.open(
            runs::bannerTexts(QT_TR_NOOP("This machine cannot be changed"),
                              QT_TR_NOOP("What if works on virtual machines; choose one in the bar above.")));
        emit openChanged(false);
        return;
    }
    build();
    follow();
    if (!m_panel->isEnabled()) {
        m_bench.banner.open([path = QString::fromStdString(machine.path)] {
            return std::pair(tr("This machine cannot be changed"), tr("Its file cannot be read: %1").arg(path));
        });
        emit openChanged(false);
        return;
    }
    m_isOpen = true;
    emit openChanged(true);
}

/// Discards the changes, and shows the numbers of the selected machine.
void WhatIf::follow()
{
    const engine::device::MachineInfo& machine = m_machines.chosen();
    m_base = machine.id;
    m_text.clear();
    m_file.clear();
    if (machine.kind == engine::trace::PlatformKind::Virtual && !machine.path.empty())
        if (auto text = engine::io::readFile(machine.path, kMaxFileBytes))
            m_text = *std::move(text);
    const auto numbers = engine::device::numbersOf(m_text, machine.path);
    m_panel->setNumbers(numbers ? *numbers : engine::device::MachineNumbers());
    m_panel->setEnabled(numbers.has_value());
    const bool isVirtual = machine.kind == engine::trace::PlatformKind::Virtual;
    m_panel->setNote(numbers     ? look::machineText(machine.id, machine.label)
                     : isVirtual ? tr("The file of this machine cannot be read.")
                                 : tr("What if works on virtual machines; choose one in the bar above."));
}

void WhatIf::close()
{
    if (!std::exchange(m_isOpen, false))
        return;
    emit openChanged(false);
    const bool wasChanged = !m_file.empty();
    m_file.clear();
    m_base.clear();
    // Unpin the run that this object pinned as "before", unless the user has pinned another run meanwhile.
    if (const auto kept = std::exchange(m_kept, nullptr); kept != nullptr && kept == m_bench.feed.before().trace)
        m_bench.feed.unpinBefore();
    if (wasChanged)
        emit machineChanged();
}

QString WhatIf::label() const
{
    return tr("%1, what if: %2")
        .arg(look::machineText(m_machines.chosen().id, m_machines.chosen().label), m_panel->summary());
}

engine::Result<std::string> WhatIf::changedText(const std::string& id, const QString& label) const
{
    return engine::device::changedMachine(m_text, m_base, m_panel->change(), id, label.toStdString());
}

void WhatIf::fail(const std::function<QString()>& why)
{
    m_panel->setNote(why());
    m_bench.banner.open([why] { return std::pair(tr("This machine cannot be changed"), why()); });
}

void WhatIf::onChanged()
{
    if (m_panel->change().isNone()) {
        m_file.clear();
        m_panel->setNote(look::machineText(m_machines.chosen().id, m_machines.chosen().label));
        emit machineChanged();
        return;
    }
    // Pin the run on the unchanged machine as "before", unless the user has pinned a run.
    if (!m_bench.feed.isBeforePinned()) {
        m_bench.feed.pinBefore();  // does nothing if the run has not ended
        if (m_bench.feed.isBeforePinned())
            m_kept = m_bench.feed.before().trace;
    }
    const auto text = changedText("what-if", label());
    if (!text) {
        m_panel->setNote(look::messageText(text.error().message));
        return;
    }
    // Alternate between several file names, because a run in progress may still read the previous file.
    std::error_code trouble;
    if (!m_folder || !std::filesystem::exists(m_folder->path(), trouble)) {  // the system removes old temporary files
        auto folder = engine::io::TemporaryFolder::create();
        if (!folder)
            return fail([why = folder.error().message] { return look::messageText(why); });
        m_folder = *std::move(folder);
    }
    const std::string path = m_folder->path() / ("what-if-" + std::to_string(m_count % 8) + ".json");
    ++m_count;
    // Skip the sync to disk: the file need not survive a crash, and the user waits for the result.
    if (!(std::ofstream(path, std::ios::binary) << *text << std::flush))
        return fail([path, reason = std::strerror(errno)] {
            return tr("The changed machine could not be written to %1: %2")
                .arg(QString::fromStdString(path), QString::fromLocal8Bit(reason));
        });
    m_file = path;
    m_panel->setNote(m_panel->summary());
    emit machineChanged();
}

std::string WhatIf::machineFor(const std::string& machine)
{
    if (!isOpen())
        return machine;
    if (machine != m_base)
        follow();
    return m_file.empty() ? machine : m_file;
}

int WhatIf::addedGpus() const
{
    return m_file.empty() ? 0 : m_panel->change().moreGpus;
}

void WhatIf::saveAs()
{
    QString path = QFileDialog::getSaveFileName(&m_bench.window, tr("Save as machine"), QStringLiteral("machine.json"),
                                                tr("Machines (*.json)"));
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += QStringLiteral(".json");
    if (const auto problem = save(path))
        m_bench.banner.open(runs::bannerTexts(QT_TR_NOOP("The machine was not saved"), *problem));
    else
        emit saved(path);
}

std::optional<engine::Message> WhatIf::save(const QString& path)
{
    const QString id = QFileInfo(path).completeBaseName().toLower().replace(
        QRegularExpression(QStringLiteral("[^a-z0-9-]+")), QStringLiteral("-"));
    const auto text = changedText(id.toStdString(), label());
    if (!text)
        return text.error().message;
    if (const auto written = engine::io::writeFileAtomically(QFile::encodeName(path).toStdString(), *text); !written)
        return written.error().message;
    return std::nullopt;
}

}  // namespace ui::machines
