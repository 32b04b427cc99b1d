#include "ui/files/listing_keeper.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

namespace ui::files {

using engine::frontend::Dialect;

namespace {

const QString kOwn = QStringLiteral("own:");

/// The text of a new program: a timed block with a wait that can be switched off.
constexpr const char* kTorchTemplate = R"(import torch
from d2l import torch as d2l

device = d2l.try_gpu()
x = torch.rand(size=(4000, 4000), device=device)

with d2l.Benchmark('10 products'):
    for _ in range(10):
        y = x.mm(x)
    torch.cuda.synchronize(device)
)";
constexpr const char* kMXNetTemplate = R"(from d2l import mxnet as d2l
from mxnet import np, npx

npx.set_np()
x = np.random.uniform(size=(4000, 4000), ctx=d2l.try_gpu())

with d2l.Benchmark('10 products'):
    for _ in range(10):
        y = np.dot(x, x)
    npx.waitall()
)";

}  // namespace

bool isOwnProgram(const QString& id)
{
    return id.startsWith(kOwn);
}

engine::frontend::Program ownProgram(const QString& id)
{
    const int number = std::max(1, id.mid(kOwn.size()).toInt());
    engine::frontend::Program program;
    program.id = id.toStdString();
    program.title = (number == 1 ? QCoreApplication::translate("OwnPrograms", "New program")
                                 : QCoreApplication::translate("OwnPrograms", "New program %1").arg(number))
                        .toStdString();
    program.sources = {{Dialect::Torch, kTorchTemplate}, {Dialect::MXNet, kMXNetTemplate}};
    return program;
}

ListingKeeper::ListingKeeper(listing::ProgramDocument& document, EditedPrograms kept)
    : m_document(document), m_kept(std::move(kept))
{
}

EditedPrograms ListingKeeper::kept() const
{
    EditedPrograms kept = m_kept;
    if (!hasReaderProgram())
        return kept;
    const engine::frontend::Program& program = m_document.program();
    kept[QString::fromStdString(program.id)] = m_document.state();
    if (program.path && *program.path != program.id)
        kept[QString::fromStdString(*program.path)] = stateOfFile();
    return kept;
}

/// A program that was saved as another file opens as that file at the next start. Returns the state to store under the
/// path of that file: the edits since the program was saved.
listing::ProgramState ListingKeeper::stateOfFile() const
{
    listing::ProgramState state = m_document.state();
    state.sources.clear();
    if (m_document.text().isModified())
        state.sources[m_document.listing().dialect()] = m_document.text().exactSource();
    return state;
}

QString ListingKeeper::last() const
{
    const engine::frontend::Program& program = m_document.program();
    return hasReaderProgram() ? QString::fromStdString(program.path.value_or(program.id)) : m_last;
}

QString ListingKeeper::freeOwnProgram() const
{
    const EditedPrograms programs = kept();
    int number = 1;
    while (!programs.value(kOwn + QString::number(number)).sources.empty())
        ++number;
    return kOwn + QString::number(number);
}

QStringList ListingKeeper::ownProgramsWithText() const
{
    const EditedPrograms programs = kept();
    QStringList ids;
    for (auto it = programs.cbegin(); it != programs.cend(); ++it)
        if (isOwnProgram(it.key()) && !it->sources.empty())
            ids << it.key();
    std::sort(ids.begin(), ids.end(), [](const QString& a, const QString& b) {
        return a.mid(kOwn.size()).toInt() < b.mid(kOwn.size()).toInt();
    });
    return ids;
}

void ListingKeeper::store()
{
    m_last = last();
    m_kept = kept();
    m_dialect = usualDialect();
    if (hasReaderProgram() && m_document.program().path && m_document.isTrusted())
        m_trusted[QString::fromStdString(m_document.program().id)] = m_document.text().original();
}

Dialect ListingKeeper::usualDialect() const
{
    const listing::ProgramListing& listing = m_document.listing();
    const bool hasBoth = listing.hasDialect(Dialect::Torch) && listing.hasDialect(Dialect::MXNet);
    return hasReaderProgram() && hasBoth ? listing.dialect() : m_dialect;
}

Dialect ListingKeeper::nextDialect(const engine::frontend::Program& program) const
{
    const EditedPrograms programs = kept();
    const auto found = programs.constFind(QString::fromStdString(program.id));
    const Dialect dialect = found != programs.constEnd() ? found->dialect : usualDialect();
    return program.sources.contains(dialect) || program.sources.empty() ? dialect : program.sources.begin()->first;
}

void ListingKeeper::restoreTrust(const QString& id)
{
    const auto found = m_trusted.constFind(id);
    if (found != m_trusted.constEnd() && *found == m_document.text().original())
        m_document.setTrusted(true);
}

void ListingKeeper::transferToLesson()
{
    store();
    m_owner = Owner::Lesson;
}

void ListingKeeper::open(const engine::frontend::Program& program)
{
    const QString id = QString::fromStdString(program.id);
    if (m_awaited == id)
        return openForLesson(program, {});
    m_awaited.clear();
    store();
    m_owner = Owner::Reader;
    const auto found = m_kept.constFind(id);
    const bool isKnown = found != m_kept.constEnd();
    const listing::ProgramState state = isKnown ? *found : listing::ProgramState();
    m_document.open(program, isKnown ? state.dialect : m_dialect, isKnown ? &state : nullptr);
    restoreTrust(id);
}

void ListingKeeper::openForLesson(const engine::frontend::Program& program, const listing::ProgramState& state)
{
    openFor(Owner::Lesson, program, state);
}

void ListingKeeper::openOfTrace(const engine::frontend::Program& program, const listing::ProgramState& state)
{
    openFor(Owner::Trace, program, state);
}

void ListingKeeper::openFor(Owner owner, const engine::frontend::Program& program, const listing::ProgramState& state)
{
    m_awaited.clear();
    store();
    m_owner = owner;
    m_document.open(program, state.dialect, &state, owner == Owner::Trace);
}

}  // namespace ui::files
