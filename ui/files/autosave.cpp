#include "ui/files/autosave.h"

#include "ui/listing/program_document.h"

namespace ui::files {

namespace {

constexpr const char* kEdited = "session/editedAndOpen";

}  // namespace

Autosave::Autosave(QSettings& settings, listing::ProgramDocument& document, std::function<Session()> session,
                   QObject* parent)
    : QObject(parent), m_settings(settings), m_session(std::move(session))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(kDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::save);
    const auto later = [this] { m_timer.start(); };
    connect(&document, &listing::ProgramDocument::textChanged, this, later);
    connect(&document, &listing::ProgramDocument::switchesChanged, this, later);
    connect(&document, &listing::ProgramDocument::parametersChanged, this, later);
}

bool Autosave::wasKilled(const QSettings& settings)
{
    return settings.value(QLatin1String(kEdited)).toString() == QLatin1String("true");
}

void Autosave::begin()
{
    m_settings.remove(QLatin1String(kEdited));
    m_settings.sync();
}

void Autosave::end()
{
    m_timer.stop();
    m_settings.remove(QLatin1String(kEdited));
    writeSession(m_settings, m_session());
    m_settings.sync();
}

void Autosave::save()
{
    writeSession(m_settings, m_session());
    m_settings.setValue(QLatin1String(kEdited), QStringLiteral("true"));
    m_settings.sync();
    emit saved();
}

}  // namespace ui::files
