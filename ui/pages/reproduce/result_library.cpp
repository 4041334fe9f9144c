#include "ui/pages/reproduce/result_library.h"

#include "engine/atomic_file.h"
#include "ui/session/session.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <QFile>
#include <QFileInfo>

namespace warploom::ui {

QString resultTitle(const experiment::Result& result) {
    const experiment::Experiment& experiment = result.experiment;
    QString title = toQString(experiment.source);
    if (!experiment.place.empty()) title += QStringLiteral(", ") + toQString(experiment.place);
    if (!title.isEmpty()) title += QStringLiteral(": ");
    return title + toQString(experiment.title);
}

ResultLibrary::ResultLibrary(Session& session, QObject* parent) : QObject(parent), session_(session) {}

ResultLibrary::~ResultLibrary() { pool_.waitForDone(); }

bool ResultLibrary::isResultFile(const QString& file) {
    const QString suffix = QFileInfo(file).suffix().toLower();
    return suffix == QLatin1String("json") || suffix == QLatin1String("html") || suffix == QLatin1String("htm");
}

bool ResultLibrary::holdsExperiment(const QString& file) {
    QFile in(file);
    // Do not open a pipe, because reading from it would block.
    if (!QFileInfo(file).isFile() || !in.open(QIODevice::ReadOnly)) return false;
    const QByteArray begin = in.read(4096);
    // An experiment file begins with a key that does not occur in result files.
    return begin.contains("\"warploom_experiment\"") && !begin.contains("\"warploom_result\"");
}

void ResultLibrary::read(const QString& file, std::function<void(const ReadResult&)> then) {
    ++reading_;
    session_.note(tr("Opening %1...").arg(file));
    computeInBackground(
        pool_, this, [file] { return readResultFile(file); },
        [this, then](const ReadResult& read) {
            --reading_;
            if (read.result == nullptr) session_.report(read.sentence, read.hint);
            else then(read);
        });
}

void ResultLibrary::open(const QString& file) {
    read(file, [this](const ReadResult& read) {
        std::size_t number = 0;
        while (number < opened_.size() && opened_[number].file != read.file) ++number;
        if (number == opened_.size()) opened_.emplace_back();
        opened_[number] = {read.file, read.result, read.seal};
        emit resultOpened(static_cast<int>(number));
    });
}

void ResultLibrary::compare(const ResultHandle& mine, const QString& name, const QString& file) {
    // Compare a copy, because the values of a running experiment keep changing.
    const auto copy = std::make_shared<const experiment::Result>(*mine);
    read(QFileInfo(file).absoluteFilePath(), [this, copy, name](const ReadResult& read) {
        try {
            experiment::compare(*copy, *read.result);
        } catch (const std::exception& failure) {
            session_.reportFailure(failure);
            return;
        }
        if (!read.seal.is_sealed || !read.seal.is_intact)
            session_.report(tr("The seal of %1 is missing or broken: %2")
                                .arg(QFileInfo(read.file).fileName(), toQString(read.seal.sentence)),
                            tr("Open the file to see which values were changed."));
        compared_.push_back({copy, read.result, name, QFileInfo(read.file).completeBaseName()});
        emit pairOpened(static_cast<int>(compared_.size()) - 1);
    });
}

void ResultLibrary::save(const experiment::Result& result, const QString& file) {
    try {
        write_whole_file(file.toStdString(), experiment::result_to_json(result));
        session_.exported(tr("The result was saved to %1.").arg(file), file);
    } catch (const std::exception& failure) { session_.reportFailure(failure); }
}

void ResultLibrary::handIn(experiment::Result result, const QString& file, const QString& author,
                           const QString& words) {
    result.author = author.toStdString();
    result.words = words.toStdString();
    try {
        write_whole_file(file.toStdString(), experiment::result_to_json(result), true);
        session_.exported(tr("The submission by %1 was saved to %2.").arg(author, file), file);
    } catch (const std::exception& failure) { session_.reportFailure(failure); }
}

void ResultLibrary::writeReport(const experiment::Result& result, const QString& folder) {
    if (!reportWriter) return;
    try {
        const QStringList files = reportWriter(result, folder);
        session_.exported(tr("%n files were saved to %1.", nullptr, pluralOf(files.size())).arg(folder), folder);
    } catch (const std::exception& failure) { session_.reportFailure(failure); }
}

} // namespace warploom::ui
