#include "ui/runs/program_questions.h"

#include <pthread.h>

#include <QMetaObject>
#include <utility>

namespace ui::runs {

ProgramQuestions::ProgramQuestions()
{
    m_thread = std::jthread([this](const std::stop_token& token) { answer(token); });
}

void ProgramQuestions::stop()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void ProgramQuestions::setBackend(std::shared_ptr<Backend> backend)
{
    const std::lock_guard lock(m_mutex);
    m_backend = std::move(backend);
    m_wake.notify_all();
}

void ProgramQuestions::findSyncPoints(std::string source, engine::frontend::Dialect dialect, quint64 ticket)
{
    const std::lock_guard lock(m_mutex);
    m_syncPoints = Question{std::move(source), dialect, ticket};
    m_wake.notify_all();
}

void ProgramQuestions::load(const QString& idOrPath)
{
    const std::lock_guard lock(m_mutex);
    m_load = Question{idOrPath.toStdString(), engine::frontend::Dialect::Torch, ++m_newestLoad};
    m_wake.notify_all();
}

// -- the private thread

void ProgramQuestions::answer(const std::stop_token& token)
{
    pthread_setname_np(pthread_self(), "program queries");
    while (!token.stop_requested()) {
        std::unique_lock lock(m_mutex);
        m_wake.wait(lock, token, [this] { return m_backend && (m_syncPoints || m_load); });
        if (token.stop_requested())
            return;
        const std::shared_ptr<Backend> backend = m_backend;
        const bool isLoad = m_load.has_value();
        const Question question = *std::exchange(isLoad ? m_load : m_syncPoints, std::nullopt);
        lock.unlock();
        isLoad ? answerLoad(*backend, question) : answerSyncPoints(*backend, question);
    }
}

void ProgramQuestions::answerLoad(Backend& backend, const Question& question)
{
    const auto report = [this, ticket = question.ticket, program = backend.load(question.text)] {
        if (ticket != m_newestLoad)
            return;
        if (program)
            emit loaded(*program);
        else
            emit loadFailed(program.error().message);
    };
    QMetaObject::invokeMethod(this, report, Qt::QueuedConnection);
}

void ProgramQuestions::answerSyncPoints(Backend& backend, const Question& question)
{
    std::optional<engine::frontend::SyntaxProblem> problem;
    auto points = backend.syncPoints(question.text, question.dialect, &problem);
    if (!points && !problem)
        problem = engine::frontend::SyntaxProblem{0, 0, points.error().message};
    std::vector<engine::frontend::Lever> levers;
    if (!problem && backend.levers)
        if (auto found = backend.levers(question.text, question.dialect))
            levers = *std::move(found);
    std::vector<engine::frontend::Insertion> insertions;
    if (!problem && backend.insertions)
        if (auto found = backend.insertions(question.text, question.dialect))
            insertions = *std::move(found);
    const auto report = [this, ticket = question.ticket, problem, points = std::move(points),
                         levers = std::move(levers), insertions = std::move(insertions)] {
        if (problem) {
            emit syntaxProblemFound(ticket, *problem);
            return;
        }
        emit syncPointsFound(ticket, *points);
        emit leversFound(ticket, levers);
        emit insertionsFound(ticket, insertions);
    };
    QMetaObject::invokeMethod(this, report, Qt::QueuedConnection);
}

}  // namespace ui::runs
