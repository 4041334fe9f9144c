#include "ui/session/worker_client.h"

#include "engine/error.h"
#include "engine/sentence.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QRegularExpression>
#include <QTimer>

#include <exception>

namespace warploom::ui {
namespace {

constexpr int greeting_ms = 20'000;
/// Lines that are longer than this number of bytes are parsed in the background.
constexpr qsizetype long_line = 1 << 20;

/// Returns the text in a field of a JSON object, or an empty string if the field is missing.
std::string text_of(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

WorkerError error_of(const std::exception& failure) {
    if (const auto* const error = dynamic_cast<const Error*>(&failure))
        return {error->code(), error->what(), error->hint(), {}};
    return {"worker.protocol",
            std::string("Could not process the worker's response: ") + failure.what() + ".",
            "Restart the worker (Tools menu). Close other programs if memory is low.",
            {}};
}

protocol::DocumentSource worker_source() {
    return {"worker.protocol", "The worker sent an invalid response",
            "Restart the worker (Tools menu) and check its log."};
}

/// Returns the request ID at the start of a line from the worker, or an empty string if there is none.
QString id_in(const QByteArray& line) {
    static const QRegularExpression id(QStringLiteral("^\\s*\\{.*?\"id\"\\s*:\\s*\"(\\d{1,18})\""));
    return id.match(QString::fromLatin1(line.left(100))).captured(1);
}

struct ParsedLine {
    Json object; ///< parsed JSON object; null if the line is invalid
    WorkerError damage;
};

/// Stores the patterns and arguments of sentences from the worker for translation. Ignores invalid entries.
void rememberSentences(const Json& sentences) {
    if (!sentences.is_object()) return;
    for (const auto& [text, parts] : sentences.items()) {
        if (!parts.is_object() || !parts.contains("pattern") || !parts["pattern"].is_string()) continue;
        SentenceParts made{parts["pattern"].get<std::string>(), {}};
        const Json arguments = parts.value("arguments", Json::object());
        for (const auto& [name, value] : arguments.items())
            if (value.is_string()) made.arguments.emplace_back(name, value.get<std::string>());
        remember_sentence(text, std::move(made));
    }
}

ParsedLine parsed(const QByteArray& line) {
    try {
        return {protocol::parse({line.constData(), static_cast<std::size_t>(line.size())}, worker_source()), {}};
    } catch (const std::exception& failure) { return {nullptr, error_of(failure)}; }
}

QByteArray line_of(const Json& json) { return QByteArray::fromStdString(protocol::to_line(json) + "\n"); }

QString describe_end(const QProcess& process) {
    if (process.exitStatus() == QProcess::CrashExit) {
        const int number = process.exitCode();
        return QCoreApplication::translate("WorkerClient", "signal %1, %2")
            .arg(number)
            .arg(QString::fromLocal8Bit(strsignal(number)).toLower());
    }
    return QCoreApplication::translate("WorkerClient", "exit code %1").arg(process.exitCode());
}

} // namespace

WorkerClient::WorkerClient(QObject* parent) : QObject(parent), greeting_timer_(new QTimer(this)) {
    const QString from_environment = qEnvironmentVariable("WARPLOOM_ENGINE");
    const QString program =
        from_environment.isEmpty()
            ? QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("warploom-engine"))
            : from_environment;
    command_ = QStringList{program, QStringLiteral("serve")};
    greeting_timer_->setSingleShot(true);
    connect(greeting_timer_, &QTimer::timeout, this, [this] {
        emit chatter(tr("The worker has not responded for %1 s. Still waiting for: %2")
                         .arg(greeting_ms / 1000)
                         .arg(command_.join(QLatin1Char(' '))));
    });
}

WorkerClient::~WorkerClient() {
    // Also stop abandoned workers that have not exited yet.
    const auto processes = findChildren<QProcess*>();
    for (QProcess* process : processes) {
        process->disconnect(this);
        process->closeWriteChannel();
    }
    for (QProcess* process : processes) {
        if (process->state() == QProcess::NotRunning || (process == process_ && process->waitForFinished(300)))
            continue;
        process->kill();
        process->waitForFinished(1000);
    }
}

void WorkerClient::setCommand(const QStringList& command) {
    if (command == command_ || command.isEmpty()) return;
    command_ = command;
    stop();
}

void WorkerClient::start() {
    if (process_ != nullptr) return;
    buffer_.clear();
    searched_ = 0;
    skipping_ = false;
    has_finished_ = false;
    last_chatter_.clear();
    activity_.clear();
    greeted_ = false;
    auto* process = new QProcess(this);
    process_ = process;
    connect(process, &QProcess::readyReadStandardOutput, this, [this, process] {
        if (process == process_) readLines();
    });
    connect(process, &QProcess::readyReadStandardError, this, [this, process] {
        const QList<QByteArray> lines = process->readAllStandardError().split('\n');
        for (const QByteArray& line : lines) {
            if (line.trimmed().isEmpty()) continue;
            if (process == process_) last_chatter_ = line.left(500);
            emit chatter(QString::fromUtf8(line.left(2000)));
        }
    });
    // Use a queued connection, so that handlers are never called from within request().
    connect(
        process, &QProcess::errorOccurred, this,
        [this, process](QProcess::ProcessError error) {
            if (process != process_ || error != QProcess::FailedToStart) return;
            processEnded(tr("Could not start the worker: %1.").arg(process->errorString()),
                         tr("The command is '%1'. Install warploom-engine next to this program, or set the environment "
                            "variable WARPLOOM_ENGINE to its path.")
                             .arg(command_.join(QLatin1Char(' '))),
                         QStringLiteral("worker.start"));
        },
        Qt::QueuedConnection);
    connect(
        process, &QProcess::finished, this,
        [this, process] {
            if (process != process_) process->deleteLater();
            else if (is_parsing_) has_finished_ = true; // parse the remaining lines before reporting the end
            else tellEnd();
        },
        Qt::QueuedConnection);
    setState(State::starting);
    greeting_timer_->start(greeting_ms);
    process->start(command_.first(), command_.mid(1));
}

void WorkerClient::tellEnd() {
    QProcess* const process = process_;
    readLines(true);
    if (process != process_) return; // ignore a worker that was abandoned because its last line was invalid
    has_finished_ = is_parsing_;     // report the end of the process after the last line has been parsed
    if (has_finished_) return;
    QString hint = tr("Finished results are kept. The next run starts a new worker.");
    if (!last_chatter_.isEmpty())
        hint = paragraph({hint, tr("Last worker output: %1").arg(QString::fromUtf8(last_chatter_))});
    const QString sentence =
        open_.isEmpty() ? tr("The worker exited (%1).") : tr("The worker exited during a task (%1).");
    processEnded(sentence.arg(describe_end(*process)), hint, QStringLiteral("worker.ended"));
}

void WorkerClient::stop() {
    if (process_ == nullptr) return;
    QProcess* process = process_;
    process->write("{\"id\":\"quit\",\"request\":\"quit\"}\n");
    process->closeWriteChannel();
    QTimer::singleShot(2000, process, [process] { process->kill(); });
    processEnded(tr("The worker was stopped."), tr("The next run starts a new worker."),
                 QStringLiteral("worker.stopped"));
    // `process_` is not null if a handler has sent a request and thereby started a new worker.
    if (process_ == nullptr) setState(State::stopped);
}

QString WorkerClient::request(Json fields, RequestHandlers handlers, QObject* context) {
    const QString id = QString::number(next_id_++);
    fields["id"] = id;
    if (complete_) complete_(fields);
    Open open;
    open.handlers = std::move(handlers);
    open.context = context;
    open.has_context = context != nullptr;
    for (const char* key : {"matrix", "operation"})
        if (fields.contains(key)) open.about[key] = fields[key];
    open.line = line_of(fields);
    open_.insert(id, std::move(open));
    order_.append(id);
    if (open_[id].line.size() > longest_line) { // the worker would skip a line of this length without processing it
        const WorkerError error{"protocol.long",
                                tr("The request exceeds the limit of 16 MiB.").toStdString(),
                                tr("Choose a smaller input.").toStdString(),
                                {}};
        QMetaObject::invokeMethod(
            this, [this, id, error] { finish(id, nullptr, &error); }, Qt::QueuedConnection);
        open_[id].sent = true; // mark the request as sent, so that it is not sent to the worker
    }
    start();
    sendWaiting();
    return id;
}

void WorkerClient::cancel(const QString& id) {
    const auto found = open_.find(id);
    if (found == open_.end()) return;
    if (found->sent && process_ == nullptr) return; // the worker has exited, so the request will fail anyway
    if (!found->sent) {
        const WorkerError error{
            "cancelled", tr("The request was canceled before the worker was ready.").toStdString(), {}, {}};
        QMetaObject::invokeMethod(
            this, [this, id, error] { finish(id, nullptr, &error); }, Qt::QueuedConnection);
        return;
    }
    tellToCancel(id);
}

void WorkerClient::tellToCancel(const QString& id) {
    process_->write(line_of({{"id", QStringLiteral("cancel-") + id}, {"request", "cancel"}, {"target", id}}));
}

void WorkerClient::sendWaiting() {
    if (process_ == nullptr || !greeted_) return;
    for (const QString& id : qAsConst(order_)) {
        Open& open = open_[id];
        if (open.sent) continue;
        open.sent = true;
        process_->write(open.line);
        open.line.clear();
    }
    setState(open_.isEmpty() ? State::ready : State::busy);
}

void WorkerClient::readLines(bool at_end) {
    if (is_parsing_) return; // lines are handled in order, so wait until the current one has been parsed
    QProcess* const process = process_;
    buffer_ += process->readAllStandardOutput();
    QElapsedTimer clock;
    clock.start();
    qsizetype begin = 0;
    while (process == process_) {
        const qsizetype end = buffer_.indexOf('\n', std::max(begin, searched_));
        if (end < 0) break;
        searched_ = 0;
        const qsizetype size = end - begin;
        if (skipping_) {
            skipping_ = false;
        } else if (size > long_line) {
            parseAside(QByteArray(buffer_.constData() + begin, size));
        } else {
            handleLine(QByteArray::fromRawData(buffer_.constData() + begin, size));
        }
        begin = end + 1;
        if (is_parsing_) break;
        if (!at_end && clock.elapsed() > 15) {
            // Return to the event loop between lines, so that a fast worker does not freeze the window.
            QTimer::singleShot(0, process, [this, process] {
                if (process == process_) readLines();
            });
            break;
        }
    }
    if (process != process_) return; // stop, because the process was abandoned and the buffer has been cleared
    buffer_.remove(0, begin);
    searched_ = buffer_.indexOf('\n') < 0 ? buffer_.size() : 0;
    if (buffer_.size() > longest_line && searched_ == buffer_.size()) {
        const QString id = skipping_ ? QString() : id_in(buffer_);
        const QString sentence = tr("The worker sent a line longer than 16 MiB. The line was skipped.");
        const bool is_first = !skipping_;
        skipping_ = true;
        buffer_.clear();
        searched_ = 0;
        if (is_first) emit chatter(sentence);
        if (open_.contains(id))
            abandon(id, {"worker.protocol",
                         sentence.toStdString(),
                         tr("Request less data at a time, or restart the worker (Tools menu).").toStdString(),
                         {}});
        if (process != process_) return;
    }
    if (at_end && !is_parsing_ && !buffer_.isEmpty()) {
        emit chatter(tr("The worker exited before completing a line: %1").arg(QString::fromUtf8(buffer_.left(200))));
        buffer_.clear();
        searched_ = 0;
    }
}

void WorkerClient::parseAside(const QByteArray& line) {
    is_parsing_ = true;
    computeInBackground(
        pool_, this, [line] { return parsed(line); },
        [this, process = process_, line](const ParsedLine& read) {
            is_parsing_ = false;
            if (process == process_) takeLine(line, read.object, read.damage);
            if (process_ == nullptr) return;
            if (has_finished_) tellEnd();
            else readLines();
        });
}

void WorkerClient::handleLine(const QByteArray& line) {
    const QByteArray trimmed = line.trimmed();
    if (trimmed.isEmpty()) return;
    const ParsedLine read = trimmed.startsWith('{') ? parsed(trimmed) : ParsedLine{};
    takeLine(trimmed, read.object, read.damage);
}

void WorkerClient::takeLine(const QByteArray& line, const Json& object, const WorkerError& damage) {
    if (greeted_ && object.is_object() && object.contains("sentences")) rememberSentences(object["sentences"]);
    if (!greeted_ && object.is_object() && text_of(object, "warploom") == "worker") {
        handleHandshake(object);
    } else if (greeted_ && object.is_object() && object.contains("event")) {
        handleEvent(object);
    } else {
        const QString id = damage.code.empty() ? QString() : id_in(line);
        last_chatter_ = line.left(500);
        emit chatter(QString::fromUtf8(line.left(2000)));
        if (open_.contains(id))
            abandon(id, damage); // end the request, because the invalid line may have been its final response
    }
}

void WorkerClient::handleHandshake(const Json& object) {
    greeting_timer_->stop();
    const protocol::DocumentSource source = worker_source();
    const Json theirs = object.value("protocol", Json());
    if (theirs != protocol_version) {
        giveUp(tr("The worker uses protocol version %1, but this app uses version %2.")
                   .arg(toQString(protocol::to_line(theirs)))
                   .arg(protocol_version),
               toQString(text_of(object, "version")));
        return;
    }
    try {
        greeting_ = protocol::read<protocol::Handshake>(object, source);
    } catch (const std::exception& error) {
        giveUp(toQString(error.what()), toQString(text_of(object, "version")));
        return;
    }
    greeted_ = true;
    joinKernels();
    sendWaiting();
}

void WorkerClient::setOwnKernels(std::vector<protocol::KernelEntry> kernels) {
    own_kernels_ = std::move(kernels);
    if (!greeting_.machines.empty()) joinKernels();
}

void WorkerClient::joinKernels() {
    handshake_ = greeting_;
    handshake_.kernels.insert(handshake_.kernels.end(), own_kernels_.begin(), own_kernels_.end());
    emit handshakeChanged();
}

void WorkerClient::giveUp(const QString& sentence, const QString& version) {
    // Abandon the process only after this function has returned, because abandoning it clears the buffer that is being
    // read.
    QMetaObject::invokeMethod(
        this,
        [this, process = process_, sentence, version] {
            if (process != process_) return;
            process->kill();
            processEnded(sentence,
                         tr("Install the same version of Warploom on both computers. The worker is running version %1.")
                             .arg(version),
                         QStringLiteral("worker.protocol"));
        },
        Qt::QueuedConnection);
}

void WorkerClient::handleEvent(const Json& object) {
    const protocol::DocumentSource source = worker_source();
    const QString id = toQString(text_of(object, "id"));
    const std::string event = text_of(object, "event");
    if (!open_.contains(id)) {
        if (event == "error") // an error without a matching request means that the worker could not parse a request
            emit chatter(toQString(text_of(object.value("error", Json::object()), "message")));
        return;
    }
    try {
        if (check_ && event != "error" && event != "progress") check_(open_[id].about, object);
        if (event == "done") {
            const Json result = object.value("result", Json::object());
            finish(id, &result, nullptr);
        } else if (event == "error") {
            const auto error = protocol::read<WorkerError>(object.value("error", Json()), source);
            finish(id, nullptr, &error);
        } else if (event == "progress") {
            const auto progress = protocol::read<protocol::ProgressEvent>(object, source);
            activity_ = toQString(progress.stage + " " + progress.detail).trimmed();
            emit stateChanged();
            const Open open = open_.value(id);
            if (open.handlers.progress && (!open.has_context || open.context)) open.handlers.progress(progress);
        } else {
            const Open open = open_.value(id);
            if (open.handlers.event && (!open.has_context || open.context)) open.handlers.event(event, object);
        }
    } catch (const std::exception& failure) { // an invalid response ends its request with an error
        const WorkerError damage = error_of(failure);
        if (event == "done" || event == "error") finish(id, nullptr, &damage);
        else abandon(id, damage);
    }
}

void WorkerClient::abandon(const QString& id, const WorkerError& why) {
    if (process_ != nullptr && open_.contains(id)) tellToCancel(id);
    finish(id, nullptr, &why);
}

void WorkerClient::finish(const QString& id, const Json* result, const WorkerError* error) {
    const auto found = open_.find(id);
    if (found == open_.end()) return;
    const Open open = std::move(*found);
    open_.erase(found);
    order_.removeAll(id);
    if (open_.isEmpty()) activity_.clear();
    if (process_ != nullptr && greeted_) setState(open_.isEmpty() ? State::ready : State::busy);
    if (open.has_context && !open.context) return;
    try {
        if (result != nullptr && open.handlers.done) open.handlers.done(*result);
    } catch (const std::exception& failure) {
        if (open.handlers.error) open.handlers.error(error_of(failure));
    }
    if (error != nullptr && open.handlers.error) open.handlers.error(*error);
}

void WorkerClient::processEnded(const QString& how, const QString& hint, const QString& code) {
    QProcess* process = process_;
    process_ = nullptr;
    greeted_ = false;
    greeting_timer_->stop();
    buffer_.clear();
    searched_ = 0;
    has_finished_ = false;
    if (process != nullptr && process->state() == QProcess::NotRunning) process->deleteLater();
    const QStringList ids = order_;
    setState(State::failed);
    const WorkerError error{code.toStdString(), how.toStdString(), hint.toStdString(), {}};
    if (ids.isEmpty() && code != QLatin1String("worker.stopped")) emit failedIdle(how, hint);
    for (const QString& id : ids) {
        // End only the requests that are already open, because a handler may send a new request to a new worker.
        finish(id, nullptr, &error);
    }
}

void WorkerClient::setState(State state) {
    state_ = state;
    emit stateChanged();
}

QString WorkerClient::stateText() const {
    switch (state_) {
    case State::stopped: return tr("no worker");
    case State::starting: return tr("worker starting");
    case State::ready: return tr("Ready");
    case State::busy: return activity_.isEmpty() ? tr("worker busy") : tr("worker: %1").arg(activity_);
    case State::failed: return tr("worker ended");
    }
    return {};
}

qint64 WorkerClient::processId() const { return process_ == nullptr ? 0 : process_->processId(); }

} // namespace warploom::ui
