#pragma once

#include "engine/frontend/program.h"
#include "engine/frontend/runner.h"
#include "ui/listing/sync_switches.h"

#include <QHash>
#include <QObject>
#include <QTextDocument>
#include <QTimer>
#include <QUndoStack>
#include <map>
#include <memory>
#include <optional>

namespace ui::listing {

/// What a reader did to a program: kept while another one is open, and from one start to the next.
struct ProgramState {
    engine::frontend::Dialect dialect = engine::frontend::Dialect::Torch;
    std::map<engine::frontend::Dialect, QString> sources;  ///< only those that opening it again would not bring
    std::map<engine::frontend::Dialect, std::map<int, bool>> flips;
    std::map<std::string, std::string> parameters;
    QString base;  ///< digest of the file that was edited; empty: the program is not from a file
};

/// The program that the reader has open: its listings by dialect with the reader's edits, flipped switches,
/// parameters, and one undo stack for all of it. Nothing here is drawn. Thread: GUI.
class ProgramDocument : public QObject {
    Q_OBJECT

public:
    using Dialect = engine::frontend::Dialect;

    explicit ProgramDocument(QObject* parent = nullptr);
    ~ProgramDocument() override;

    [[nodiscard]] const engine::frontend::Program& program() const { return m_program; }
    [[nodiscard]] Dialect dialect() const { return m_dialect; }
    [[nodiscard]] bool hasDialect(Dialect dialect) const;
    [[nodiscard]] QTextDocument* text() const;
    [[nodiscard]] QString source() const { return text()->toPlainText(); }
    /// With the spaces that source() makes plain ones: what is saved and kept.
    [[nodiscard]] QString exactSource() const;
    [[nodiscard]] QString originalSource() const;
    [[nodiscard]] const SyncSwitches& switches() const;
    [[nodiscard]] const std::map<std::string, std::string>& parameters() const { return m_parameters; }
    [[nodiscard]] QString parameter(const std::string& name) const;
    [[nodiscard]] bool hasDefaultParameters() const;
    [[nodiscard]] bool isModified() const;  ///< the text differs from what was opened or saved
    /// A file's program is not run before the reader says so.
    [[nodiscard]] bool isTrusted() const { return m_isTrusted; }
    [[nodiscard]] const std::optional<engine::frontend::SyntaxProblem>& problem() const { return m_problem; }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    /// Changes with every change that a run would see.
    [[nodiscard]] quint64 revision() const { return m_revision; }

    /// Opens `program`; `dialect` if it has it, else its first. With `state`, as the reader left it.
    void open(engine::frontend::Program program, Dialect dialect, const ProgramState* state = nullptr);
    [[nodiscard]] ProgramState state() const;
    void setDialect(Dialect dialect);
    /// The reader's choice. A program that opened with one text for both dialects, as one of the reader's own does,
    /// takes an edited text along to where nothing was written yet; can be undone.
    void chooseDialect(Dialect dialect);
    /// Replaces the text of the current dialect as one undoable edit.
    void setSource(const QString& source);
    void resetListing();
    /// `saved`: what stands in the file now.
    void setSaved(const QString& path, engine::frontend::OpenedFile saved);
    /// Another program has written the file since it was opened or saved here.
    [[nodiscard]] bool isChangedOnDisk(const QString& path) const;
    void setTrusted(bool isTrusted);

    /// Turns the wait on `line` on or off, undoably; a copy's call is rewritten in the text.
    void flip(int line);
    void setFlips(const std::map<int, bool>& flips);
    void setParameter(const std::string& name, const QString& value);
    void resetParameters();
    /// Of random numbers and of noise, in every run from now on.
    void setSeed(std::uint64_t seed) { m_seed = seed; }

    /// Answer to analysisWanted().
    void setSyncPoints(quint64 ticket, std::vector<engine::frontend::SyncPoint> points);
    void setProblem(quint64 ticket, engine::frontend::SyntaxProblem problem);

    /// What to run, without the machine.
    [[nodiscard]] engine::frontend::RunRequest request() const;
    /// line -> the program waits there, for RunContext.
    [[nodiscard]] QHash<int, bool> syncStates() const;
    /// As request(), with one change: what "Try this" and the ways out suggest.
    [[nodiscard]] engine::frontend::RunRequest variant(std::optional<int> flippedLine,
                                                       const std::map<std::string, std::string>& changed) const;

signals:
    void aboutToOpen();     ///< the texts of the program before are about to go
    void opened();          ///< another program
    void dialectChanged();  ///< another text
    void textChanged();
    void switchesChanged();  ///< a flip, or other sync points
    void parametersChanged();
    void problemChanged();
    void modifiedChanged();
    void trustChanged();
    void flipped();  ///< run at once
    void edited();   ///< run after a pause
    void analysisWanted(const QString& source, engine::frontend::Dialect dialect, quint64 ticket);

private:
    class FlipCommand;
    class TextCommand;
    class ParameterCommand;
    struct Listing;

    [[nodiscard]] Listing& listing() const;
    void makeListing(Dialect dialect, const std::string& source, const ProgramState* state);
    void connectText(Listing& listing);
    void noteEdit(Listing& listing, int position);
    void applyFlip(Dialect dialect, int line, bool isOn);
    /// None: as the program has it.
    void applyParameter(const std::string& name, const std::optional<std::string>& value);
    void rewriteCall(int line, bool isOn);
    void analyse();
    void bump();

    engine::frontend::Program m_program;
    std::shared_ptr<const engine::frontend::OpenedFile> m_onDisk;  ///< at the program's path; null: it has none
    QString m_base;                                                ///< digest of that
    Dialect m_dialect = Dialect::Torch;
    std::map<Dialect, std::unique_ptr<Listing>> m_listings;
    std::map<std::string, std::string> m_parameters;
    std::uint64_t m_seed = 0;
    std::optional<engine::frontend::SyntaxProblem> m_problem;
    QUndoStack m_undo;
    QTextDocument m_empty;
    quint64 m_revision = 0;
    quint64 m_ticket = 0;
    bool m_isTrusted = true;
    bool m_isLoading = false;
};

}  // namespace ui::listing
