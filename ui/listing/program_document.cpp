#include "ui/listing/program_document.h"

#include "ui/listing/listing_layout.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QTextBlock>
#include <QTextCursor>
#include <QUndoCommand>
#include <utility>

namespace ui::listing {

namespace frontend = engine::frontend;

namespace {

/// Unlike toPlainText(), keeps no-break spaces.
QString exactTextOf(const QTextDocument& text)
{
    QString exact = text.toRawText();
    return exact.replace(QChar::ParagraphSeparator, QLatin1Char('\n'));
}

/// The text as QTextDocument stores it: these characters become line ends.
QString shownText(const std::string& source)
{
    QString shown = QString::fromStdString(source);
    for (const QChar end : {QChar(QChar::ParagraphSeparator), QChar(0xfdd0), QChar(0xfdd1)})
        shown.replace(end, QLatin1Char('\n'));
    while (shown.endsWith(QLatin1Char('\n')))
        shown.chop(1);
    return shown;
}

QString digestOf(const std::shared_ptr<const frontend::OpenedFile>& file)
{
    if (!file)
        return {};
    const auto bytes = QByteArray::fromRawData(file->bytes.data(), static_cast<qsizetype>(file->bytes.size()));
    return QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha1).toHex());
}

}  // namespace

struct ProgramDocument::Listing {
    Dialect dialect = Dialect::Torch;
    QTextDocument text;
    QString original;  ///< as opened or last saved
    QString opened;    ///< the text that opening the program again loads
    SyncSwitches switches;
    int lines = 1;
    bool isAnalysed = false;
};

/// Flips a wait without changing the text.
class ProgramDocument::FlipCommand final : public QUndoCommand {
public:
    FlipCommand(ProgramDocument& document, int line, bool isOn)
        : QUndoCommand(tr("flip the wait on line %1").arg(line)),
          m_document(document),
          m_dialect(document.dialect()),
          m_line(line),
          m_isOn(isOn)
    {
    }
    void redo() override { m_document.applyFlip(m_dialect, m_line, m_isOn); }
    void undo() override { m_document.applyFlip(m_dialect, m_line, !m_isOn); }

private:
    ProgramDocument& m_document;
    Dialect m_dialect;
    int m_line;
    bool m_isOn;
};

/// Represents one entry of a text document's undo stack, so that Ctrl+Z undoes flips and edits in the order in which
/// they were made.
class ProgramDocument::TextCommand final : public QUndoCommand {
public:
    TextCommand(ProgramDocument& document, QTextDocument& text)
        : QUndoCommand(tr("edit the listing")), m_document(document), m_dialect(document.dialect()), m_text(text)
    {
    }
    void redo() override
    {
        if (std::exchange(m_isFirst, false))
            return;
        m_document.setDialect(m_dialect);
        m_text.redo();
    }
    void undo() override
    {
        m_document.setDialect(m_dialect);
        m_text.undo();
    }

private:
    ProgramDocument& m_document;
    Dialect m_dialect;
    QTextDocument& m_text;
    bool m_isFirst = true;
};

/// Changes a parameter. Without a previous value, undo removes the value, because a parameter without a field has no
/// default.
class ProgramDocument::ParameterCommand final : public QUndoCommand {
public:
    using Value = std::optional<std::string>;

    ParameterCommand(ProgramDocument& document, std::string name, Value before, Value after)
        : QUndoCommand(tr("set %1").arg(QString::fromStdString(name))),
          m_document(document),
          m_name(std::move(name)),
          m_before(std::move(before)),
          m_after(std::move(after))
    {
    }
    void redo() override { m_document.applyParameter(m_name, m_after); }
    void undo() override { m_document.applyParameter(m_name, m_before); }

private:
    ProgramDocument& m_document;
    std::string m_name;
    Value m_before;
    Value m_after;
};

ProgramDocument::ProgramDocument(QObject* parent) : QObject(parent)
{
    m_empty.setDocumentLayout(new ListingLayout(&m_empty));
}

ProgramDocument::~ProgramDocument()
{
    m_undo.clear();
}

ProgramDocument::Listing& ProgramDocument::listing() const
{
    return *m_listings.at(m_dialect);
}

bool ProgramDocument::hasDialect(Dialect dialect) const
{
    return m_listings.contains(dialect);
}

QTextDocument* ProgramDocument::text() const
{
    const auto found = m_listings.find(m_dialect);
    return found == m_listings.end() ? const_cast<QTextDocument*>(&m_empty) : &found->second->text;
}

QString ProgramDocument::exactSource() const
{
    return exactTextOf(*text());
}

QString ProgramDocument::originalSource() const
{
    return m_listings.empty() ? QString() : listing().original;
}

const SyncSwitches& ProgramDocument::switches() const
{
    static const SyncSwitches none;
    return m_listings.empty() ? none : listing().switches;
}

QString ProgramDocument::parameter(const std::string& name) const
{
    const auto set = m_parameters.find(name);
    if (set != m_parameters.end())
        return QString::fromStdString(set->second);
    for (const frontend::Parameter& parameter : m_program.parameters)
        if (parameter.name == name)
            return QString::fromStdString(parameter.value);
    return {};
}

bool ProgramDocument::hasDefaultParameters() const
{
    return m_parameters.empty();
}

bool ProgramDocument::isModified() const
{
    return !m_listings.empty() && exactSource() != listing().original;
}

// -- opening

void ProgramDocument::open(frontend::Program program, Dialect dialect, const ProgramState* state)
{
    m_isLoading = true;
    m_undo.clear();
    emit aboutToOpen();
    m_listings.clear();
    m_program = std::move(program);
    m_onDisk = m_program.file;
    m_base = digestOf(m_onDisk);
    // If the file changed since the edits, keep the digest of the old content, so that saving asks before it overwrites
    // the changes.
    if (m_onDisk && state != nullptr && !state->sources.empty() && !state->base.isEmpty() && state->base != m_base) {
        m_onDisk = std::make_shared<const frontend::OpenedFile>();
        m_base = state->base;
    }
    m_parameters.clear();
    m_problem.reset();
    for (const auto& [of, source] : m_program.sources)
        makeListing(of, source, state);
    if (state != nullptr)
        for (const frontend::Parameter& parameter : m_program.parameters)
            if (const auto set = state->parameters.find(parameter.name);
                set != state->parameters.end() && set->second != parameter.value)
                m_parameters[parameter.name] = set->second;
    m_dialect = m_listings.contains(dialect) || m_listings.empty() ? dialect : m_listings.begin()->first;
    m_isTrusted = !m_program.path.has_value();
    m_isLoading = false;
    bump();
    emit opened();
    emit dialectChanged();
    emit problemChanged();
    emit modifiedChanged();
    emit trustChanged();
    analyse();
}

void ProgramDocument::makeListing(Dialect dialect, const std::string& source, const ProgramState* state)
{
    auto made = std::make_unique<Listing>();
    made->dialect = dialect;
    made->text.setDocumentLayout(new ListingLayout(&made->text));
    made->original = shownText(source);
    made->opened = made->original;
    const bool isEdited = state != nullptr && state->sources.contains(dialect);
    made->text.setPlainText(isEdited ? state->sources.at(dialect) : made->original);
    made->lines = made->text.blockCount();
    std::map<int, bool> off;
    if (const auto found = m_program.initiallyOff.find(dialect); found != m_program.initiallyOff.end())
        for (int line : found->second)
            off[line] = false;
    if (state != nullptr && state->flips.contains(dialect))
        off = state->flips.at(dialect);
    made->switches.setFlips(std::move(off));
    connectText(*made);
    m_listings[dialect] = std::move(made);
}

ProgramState ProgramDocument::state() const
{
    ProgramState state;
    state.dialect = m_dialect;
    state.parameters = m_parameters;
    state.base = m_base;
    for (const auto& [dialect, listing] : m_listings) {
        if (const QString exact = exactTextOf(listing->text); exact != listing->opened)
            state.sources[dialect] = exact;
        state.flips[dialect] = listing->switches.flips();
    }
    return state;
}

void ProgramDocument::connectText(Listing& listing)
{
    QTextDocument* text = &listing.text;
    connect(text, &QTextDocument::contentsChange, this, [this, &listing](int position, int removed, int added) {
        if (!m_isLoading && (removed != 0 || added != 0))
            noteEdit(listing, position);
    });
    connect(text, &QTextDocument::undoCommandAdded, this, [this, text] {
        if (!m_isLoading)
            m_undo.push(new TextCommand(*this, *text));
    });
}

void ProgramDocument::noteEdit(Listing& listing, int position)
{
    const int line = listing.text.findBlock(position).blockNumber() + 1;
    listing.switches.shift(line, listing.text.blockCount() - listing.lines);
    listing.lines = listing.text.blockCount();
    listing.isAnalysed = false;
    bump();
    emit textChanged();
    emit modifiedChanged();
    analyse();
    emit edited();
}

void ProgramDocument::setDialect(Dialect dialect)
{
    if (dialect == m_dialect || !m_listings.contains(dialect))
        return;
    const SyncSwitches before = switches();
    m_dialect = dialect;
    // If both dialects have the same number of sync points, copy the states of the switches.
    if (listing().isAnalysed)
        listing().switches.adopt(before);
    m_problem.reset();
    bump();
    emit dialectChanged();
    emit problemChanged();
    emit modifiedChanged();
    analyse();
    emit flipped();
}

void ProgramDocument::chooseDialect(Dialect dialect)
{
    const auto other = m_listings.find(dialect);
    if (dialect == m_dialect || other == m_listings.end())
        return;
    const bool takesAlong = other->second->opened == listing().opened && source() != listing().opened &&
                            other->second->text.toPlainText() == other->second->opened;
    const QString text = source();
    setDialect(dialect);
    if (takesAlong)
        setSource(text);
}

void ProgramDocument::setSource(const QString& source)
{
    if (m_listings.empty() || source == this->source())
        return;
    QTextCursor cursor(&listing().text);
    cursor.beginEditBlock();
    cursor.select(QTextCursor::Document);
    cursor.insertText(source);
    cursor.endEditBlock();
}

void ProgramDocument::resetListing()
{
    if (m_listings.empty())
        return;
    setSource(listing().original);
    for (const auto& [line, isOn] : std::map<int, bool>(listing().switches.flips()))
        m_undo.push(new FlipCommand(*this, line, !isOn));
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
    if (!m_listings.empty()) {
        listing().original = exactSource();
        // Only a program whose id is this path is loaded from this file when it is opened again.
        if (m_program.id == m_program.path)
            listing().opened = listing().original;
    }
    emit modifiedChanged();
}

bool ProgramDocument::isChangedOnDisk(const QString& path) const
{
    QFile file(path);
    // If the path is a named pipe by now, opening it would block.
    if (!m_onDisk || m_program.path != path.toStdString() || !QFileInfo(path).isFile() ||
        !file.open(QIODevice::ReadOnly))
        return false;
    const auto known = static_cast<qint64>(m_onDisk->bytes.size());
    return file.size() != known || file.read(known + 1) != QByteArray::fromRawData(m_onDisk->bytes.data(), known);
}

void ProgramDocument::setTrusted(bool isTrusted)
{
    if (m_isTrusted == isTrusted)
        return;
    m_isTrusted = isTrusted;
    emit trustChanged();
}

// -- switches and parameters

void ProgramDocument::flip(int line)
{
    const frontend::SyncPoint* point = switches().at(line);
    if (point == nullptr)
        return;
    const bool isOn = !switches().isOn(line);
    if (point->rewritesCall && !rewrittenCall(*point, isOn).empty())
        return rewriteCall(line, isOn);
    m_undo.push(new FlipCommand(*this, line, isOn));
}

void ProgramDocument::rewriteCall(int line, bool isOn)
{
    const frontend::SyncPoint point = *switches().at(line);
    const QString before = QString::fromStdString(point.call);
    const QString after = QString::fromStdString(rewrittenCall(point, isOn));
    const QTextBlock block = listing().text.findBlockByNumber(line - 1);
    const qsizetype column = block.text().indexOf(before);
    if (column < 0) {
        m_undo.push(new FlipCommand(*this, line, isOn));
        return;
    }
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + static_cast<int>(column));
    cursor.setPosition(cursor.position() + static_cast<int>(before.size()), QTextCursor::KeepAnchor);
    cursor.insertText(after);
    // Update the switch at once; the analysis will confirm it.
    std::vector<frontend::SyncPoint> points = listing().switches.points();
    for (frontend::SyncPoint& changed : points) {
        if (changed.line != line)
            continue;
        changed.call = after.toStdString();
        changed.isOn = changed.isInitiallyOn = isOn;
        if (!isOn)
            changed.offText = changed.call;
        else
            changed.offText = point.call;
    }
    listing().switches.setPoints(std::move(points));
    emit switchesChanged();
    emit flipped();
}

void ProgramDocument::applyFlip(Dialect dialect, int line, bool isOn)
{
    setDialect(dialect);
    listing().switches.set(line, isOn);
    bump();
    emit switchesChanged();
    emit flipped();
}

void ProgramDocument::setFlips(const std::map<int, bool>& flips)
{
    if (m_listings.empty())
        return;
    listing().switches.setFlips(flips);
    bump();
    emit switchesChanged();
    emit flipped();
}

void ProgramDocument::setParameter(const std::string& name, const QString& value)
{
    if (parameter(name) == value)
        return;
    const auto set = m_parameters.find(name);
    m_undo.push(new ParameterCommand(*this, name, set == m_parameters.end() ? std::nullopt : std::optional(set->second),
                                     value.toStdString()));
}

void ProgramDocument::applyParameter(const std::string& name, const std::optional<std::string>& value)
{
    bool isDefault = !value;
    for (const frontend::Parameter& parameter : m_program.parameters)
        isDefault = isDefault || (parameter.name == name && parameter.value == value);
    if (isDefault)
        m_parameters.erase(name);
    else
        m_parameters[name] = *value;
    bump();
    emit parametersChanged();
    emit flipped();
}

void ProgramDocument::resetParameters()
{
    const std::map<std::string, std::string> changed = m_parameters;
    for (const frontend::Parameter& parameter : m_program.parameters)
        if (changed.contains(parameter.name))
            setParameter(parameter.name, QString::fromStdString(parameter.value));
    for (const auto& [name, value] : std::map<std::string, std::string>(m_parameters))
        m_undo.push(new ParameterCommand(*this, name, value, std::nullopt));
}

// -- analysis

void ProgramDocument::analyse()
{
    if (!m_listings.empty())
        emit analysisWanted(source(), m_dialect, ++m_ticket);
}

void ProgramDocument::setSyncPoints(quint64 ticket, std::vector<frontend::SyncPoint> points)
{
    if (ticket != m_ticket || m_listings.empty())
        return;
    listing().switches.setPoints(std::move(points));
    listing().isAnalysed = true;
    if (std::exchange(m_problem, std::nullopt))
        emit problemChanged();
    emit switchesChanged();
}

void ProgramDocument::setProblem(quint64 ticket, frontend::SyntaxProblem problem)
{
    if (ticket != m_ticket)
        return;
    m_problem = std::move(problem);
    emit problemChanged();
}

void ProgramDocument::bump()
{
    ++m_revision;
}

// -- what to run

frontend::RunRequest ProgramDocument::request() const
{
    frontend::RunRequest request;
    request.program = m_program;
    request.dialect = m_dialect;
    request.source = source().toStdString() + "\n";
    request.parameters = m_parameters;
    request.seed = m_seed;
    if (!m_listings.empty() && listing().isAnalysed) {
        request.off = switches().off();
        request.on = switches().on();
    } else {
        for (const auto& [line, isOn] : switches().flips())
            (isOn ? request.on : request.off).push_back(line);
    }
    return request;
}

QHash<int, bool> ProgramDocument::syncStates() const
{
    QHash<int, bool> states;
    for (const frontend::SyncPoint& point : switches().points())
        states[point.line] = switches().isOn(point.line);
    return states;
}

frontend::RunRequest ProgramDocument::variant(std::optional<int> flippedLine,
                                              const std::map<std::string, std::string>& changed) const
{
    frontend::RunRequest request = this->request();
    for (const auto& [name, value] : changed)
        request.parameters[name] = value;
    if (flippedLine) {
        SyncSwitches other = switches();
        other.set(*flippedLine, !other.isOn(*flippedLine));
        request.off = other.off();
        request.on = other.on();
    }
    return request;
}

}  // namespace ui::listing
