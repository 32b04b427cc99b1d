#pragma once

#include "engine/frontend/runner.h"
#include "ui/listing/sync_switches.h"

#include <QTextCursor>
#include <QTextDocument>
#include <memory>
#include <optional>
#include <vector>

namespace ui::listing {

/// The results of analysing a text.
struct TextAnalysis {
    std::vector<engine::frontend::SyncPoint> points{};
    std::vector<engine::frontend::Lever> levers{};
    std::vector<engine::frontend::Insertion> insertions{};     ///< sorted by line
    std::optional<engine::frontend::SyntaxProblem> problem{};  ///< if set, the other results are empty
};

/// The listing of a program in one dialect: the text with the user's edits, and the switches on its lines.
class ListingText {
public:
    explicit ListingText(const std::string& source = {}, const std::optional<QString>& edited = {});

    [[nodiscard]] QTextDocument* document() const { return m_document.get(); }
    [[nodiscard]] QString source() const { return m_document->toPlainText(); }
    /// The text with its no-break spaces, for saving; source() replaces them by plain spaces.
    [[nodiscard]] QString exactSource() const;
    [[nodiscard]] const QString& original() const { return m_original; }  ///< the text that was opened or last saved
    [[nodiscard]] const QString& opened() const { return m_opened; }      ///< the text that reopening would load
    /// Whether `source` is this text, ignoring line breaks at the end; false if `source` is empty.
    [[nodiscard]] bool matches(const std::string& source) const;
    [[nodiscard]] bool isModified() const { return exactSource() != m_original; }
    [[nodiscard]] const SyncSwitches& switches() const { return m_switches; }
    [[nodiscard]] SyncSwitches& switches() { return m_switches; }
    [[nodiscard]] bool isAnalysed() const { return m_isAnalysed; }  ///< the analysis includes the last edit
    /// Sets the source and the flipped waits of a run request.
    void fill(engine::frontend::RunRequest& request) const;

    /// Replaces the whole text as one edit.
    void setSource(const QString& source);
    /// Rewrites the call of the wait on `line`, which must exist, so that the program waits (`isOn`) or does not wait.
    /// Returns false if that is not possible.
    bool rewriteCall(int line, bool isOn);
    /// Called when the document reports a change at `position`; moves later switches with their lines. Returns false
    /// for a change of formats only, which Qt reports as a change of all characters.
    bool noteEdit(int position);
    /// `analysis` must have no syntax problem.
    void setAnalysis(const TextAnalysis& analysis);
    /// The wait that can be inserted after `line`; null: no wait can be inserted, the line already has a wait, or the
    /// text was edited since the analysis.
    [[nodiscard]] const engine::frontend::Insertion* insertionAfter(int line) const;
    /// Inserts a line as one edit.
    void insert(const engine::frontend::Insertion& insertion);
    /// The levers of the last analysis, with the changes made since.
    [[nodiscard]] const std::vector<engine::frontend::Lever>& levers() const { return m_levers; }
    /// Rewrites the line of a lever as one edit. Returns false if the line has no such lever, if the lever has no such
    /// value, or if the line was edited since the last analysis.
    bool changeLever(int line, const std::string& name, const std::string& value);
    /// If the line was inserted by insert() and is unchanged, removes it and returns true.
    bool removeInserted(int line);
    /// Marks the current text as saved. `isReloaded`: opening the program again will load the saved file.
    void setSaved(bool isReloaded);

private:
    std::unique_ptr<QTextDocument> m_document;
    QString m_original;
    QString m_opened;
    QString m_raw;  ///< the document's characters after the last edit
    SyncSwitches m_switches;
    std::vector<engine::frontend::Lever> m_levers;
    std::vector<engine::frontend::Insertion> m_insertions;  ///< sorted by line
    /// A line that insert() has inserted. The cursor stays in it while other lines are edited.
    struct InsertedLine {
        QTextCursor cursor;
        QString text;
    };
    std::vector<InsertedLine> m_inserted;
    int m_lines = 1;
    bool m_isAnalysed = false;
};

}  // namespace ui::listing
