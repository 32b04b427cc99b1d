#pragma once

#include "engine/trace/trace.h"

#include <QMap>
#include <QStringList>
#include <span>
#include <vector>

/// The subject of a sentence: an operation at a given time, a wait, a timed block of a run, or two runs.
struct Subject {
    const engine::trace::Trace& trace;
    engine::OpId op{};
    engine::Nanoseconds now{};
    std::size_t index = 0;  ///< index of the wait or block; for two runs: index of a block of `other`
    const engine::trace::Trace* other = nullptr;  ///< the second of two runs
};

/// A sentence of the window, as written in the sources (the id of its translations), and the condition under which it
/// is true. The condition reads the records of the run, independently of the code that shows the sentence.
struct SentenceRule {
    const char* id;
    /// Whether the sentence is true; null: no record can refute it. `values`: the texts shown in place of %1, %2…
    bool (*holds)(const Subject& subject, const QStringList& values);
};

/// The sentences about an operation, a wait and a timed block, in this order.
[[nodiscard]] std::span<const SentenceRule> operationRules();
[[nodiscard]] std::span<const SentenceRule> waitRules();
[[nodiscard]] std::span<const SentenceRule> blockRules();

/// The sentences about the last two runs of a training, a comparison (Subject::trace is A, Subject::other B), the
/// memory and error of a run, and a suggestion (Subject::other is the run with the suggestion applied), in this order.
[[nodiscard]] std::span<const SentenceRule> trainingRules();
[[nodiscard]] std::span<const SentenceRule> compareRules();
[[nodiscard]] std::span<const SentenceRule> memoryRules();
[[nodiscard]] std::span<const SentenceRule> suggestionRules();

/// The texts of all tr() calls in a source file, and the texts of the messages table that start with `prefix`.
[[nodiscard]] QStringList textsOf(const char* path, const char* prefix = nullptr);

/// A sentence of a shown text: its rule, and the values in it. sentencesIn() splits a text into such sentences; it
/// returns none if a part of the text matches no rule.
struct ShownSentence {
    const SentenceRule* rule = nullptr;
    QStringList values;
};
[[nodiscard]] std::vector<ShownSentence> sentencesIn(const QString& text, std::span<const SentenceRule> rules);

/// Returns the first sentence of `text` that is false or has no rule; empty: all are true. Appends the ids of the
/// sentences to `shown`.
[[nodiscard]] QString untrueSentence(const QString& text, std::span<const SentenceRule> rules, const Subject& subject,
                                     QStringList& shown);

/// Checks texts that are shown together. Returns a false sentence, or two sentences that contradict each other; empty:
/// no problem. Counts each sentence in `counts`, by its id.
[[nodiscard]] QString problemOf(const QStringList& texts, std::span<const SentenceRule> rules, const Subject& subject,
                                QMap<QString, int>& counts);
