#include "ui/listing/program_document.h"

#include "ui/listing/change.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <utility>

namespace ui::listing {

namespace frontend = engine::frontend;

namespace {

QByteArray bytesOf(const frontend::OpenedFile& file)
{
    return QByteArray::fromRawData(file.bytes.data(), static_cast<qsizetype>(file.bytes.size()));
}

QString digestOf(const std::shared_ptr<const frontend::OpenedFile>& file)
{
    if (!file)
        return {};
    return QString::fromLatin1(QCryptographicHash::hash(bytesOf(*file), QCryptographicHash::Sha1).toHex());
}

}  // namespace

ProgramDocument::ProgramDocument(QObject* parent) : QObject(parent)
{
    connect(&m_listing, &ProgramListing::runWanted, this, &ProgramDocument::runWanted);
    connect(&m_parameters, &ProgramParameters::runWanted, this, &ProgramDocument::runWanted);
}

ProgramDocument::~ProgramDocument()
{
    m_undo.clear();
}

void ProgramDocument::open(frontend::Program program, Dialect dialect, const ProgramState* state, bool isForeign)
{
    m_undo.clear();
    m_isForeign = isForeign;
    m_isTrusted = !program.path.has_value() && !isForeign;  // set before any listener is notified
    m_listing.open(program, dialect, state);
    m_program = std::move(program);
    m_onDisk = m_program.file;
    m_base = digestOf(m_onDisk);
    // If the file changed since the edits, keep the digest of the old content, so that saving asks before it overwrites
    // the changes.
    if (m_onDisk && state != nullptr && !state->sources.empty() && !state->base.isEmpty() && state->base != m_base) {
        m_onDisk = std::make_shared<const frontend::OpenedFile>();
        m_base = state->base;
    }
    m_parameters.open(m_program.parameters, state != nullptr ? state->parameters : ProgramParameters::Values());
    m_values = state != nullptr ? state->values : Values();
    emit opened();
    m_listing.publish();
    emit trustChanged();
}

ProgramState ProgramDocument::state() const
{
    ProgramState state;
    m_listing.store(state);
    state.parameters = m_parameters.changed();
    state.values = m_values;
    state.base = m_base;
    return state;
}

void ProgramDocument::setSaved(const QString& path, frontend::OpenedFile saved)
{
    m_program.path = path.toStdString();
    m_onDisk = std::make_shared<const frontend::OpenedFile>(std::move(saved));
    m_base = digestOf(m_onDisk);
    // If a notebook was saved as a script, keep the notebook's content, so that it can be saved as a notebook again
    // with its outputs.
    if (m_program.file && m_program.file->isNotebook == m_onDisk->isNotebook)
        m_program.file = m_onDisk;
    // Opening the program again loads the saved file only if the program's id is the file's path.
    m_listing.setSaved(m_program.id == m_program.path);
}

bool ProgramDocument::isChangedOnDisk(const QString& path) const
{
    QFile file(path);
    // Opening would block if a named pipe has replaced the file.
    if (!m_onDisk || m_program.path != path.toStdString() || !QFileInfo(path).isFile() ||
        !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray known = bytesOf(*m_onDisk);
    return file.size() != known.size() || file.read(known.size() + 1) != known;
}

void ProgramDocument::adopt()
{
    m_isForeign = false;
    setTrusted(true);
}

void ProgramDocument::setTrusted(bool isTrusted)
{
    if (m_isTrusted == isTrusted)
        return;
    m_isTrusted = isTrusted;
    emit trustChanged();
}

engine::trace::ValueMode ProgramDocument::values() const
{
    return m_values.value_or(m_program.values.value_or(engine::trace::ValueMode::Computed));
}

void ProgramDocument::setValues(engine::trace::ValueMode values)
{
    if (values == this->values())
        return;
    m_undo.push(new Change(
        tr("choose values"), [this, values] { applyValues(values); },
        [this, before = m_values] { applyValues(before); }));
}

void ProgramDocument::applyValues(const Values& values)
{
    m_values = values;
    ++m_valuesRevision;
    emit valuesChanged();
    emit runWanted();
}

frontend::RunRequest ProgramDocument::request() const
{
    frontend::RunRequest request;
    request.program = m_program;
    request.dialect = m_listing.dialect();
    request.parameters = m_parameters.changed();
    request.values = m_values;
    request.seed = m_seed;
    text().fill(request);
    return request;
}

frontend::RunRequest ProgramDocument::variant(std::optional<int> flippedLine,
                                              const std::map<std::string, std::string>& changed) const
{
    frontend::RunRequest request = this->request();
    if (request.values == engine::trace::ValueMode::Computed)
        request.values.reset();
    for (const auto& [name, value] : changed)
        request.parameters[name] = value;
    if (flippedLine) {
        SyncSwitches other = text().switches();
        other.set(*flippedLine, !other.isOn(*flippedLine));
        request.off = other.off();
        request.on = other.on();
    }
    return request;
}

}  // namespace ui::listing
