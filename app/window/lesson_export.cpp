#include "app/window/lesson_export.h"

#include "app/window/headless.h"
#include "engine/error.h"
#include "engine/protocol/messages/requests.h"
#include "engine/regular_file.h"
#include "engine/walkthrough/tridiagonal_steps.h"
#include "ui/export/lesson_pages.h"
#include "ui/pages/reproduce/reproduce_page.h"
#include "ui/pages/warp/comparison/same_rows.h"
#include "ui/pages/warp/warp_file.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QProcess>
#include <QTextStream>

#include <algorithm>
#include <memory>
#include <optional>

namespace warploom {
namespace {

[[noreturn]] void refuse(const QString& sentence, const QString& hint) {
    throw Error("arguments", sentence.toStdString(), hint.toStdString());
}

/// Parses the argument of --lesson-page, such as "step:cr,n=16,letters=1", into a type, a name and settings.
class Wanted {
public:
    explicit Wanted(const QString& what) {
        QStringList parts = what.section(QLatin1Char(':'), 1).split(QLatin1Char(','), Qt::SkipEmptyParts);
        name = parts.isEmpty() ? QString() : parts.takeFirst();
        for (const QString& part : parts)
            settings_.insert(part.section(QLatin1Char('='), 0, 0), part.section(QLatin1Char('='), 1));
    }
    QString name;

    QString text(const char* key, const QString& otherwise = {}) {
        return settings_.contains(QLatin1String(key)) ? settings_.take(QLatin1String(key)) : otherwise;
    }
    int number(const char* key, int otherwise, int least, int most) {
        const QString given = text(key, QString::number(otherwise));
        bool ok = false;
        const int value = given.toInt(&ok);
        if (!ok || value < least || value > most)
            refuse(QStringLiteral("\"%1=%2\" is not an integer from %3 to %4.")
                       .arg(QLatin1String(key), given)
                       .arg(least)
                       .arg(most),
                   QStringLiteral("For example, use %1=%2.").arg(QLatin1String(key)).arg(otherwise));
        return value;
    }
    /// Throws if the argument contains a key that was not used, for example a misspelled one.
    void requireAllUsed(const QString& known) const {
        if (!settings_.isEmpty())
            refuse(QStringLiteral("This page has no setting \"%1\".").arg(settings_.constBegin().key()), known);
    }

private:
    QHash<QString, QString> settings_;
};

/// Opens a matrix in the same way as the window, and waits until it is loaded.
void open(ui::Session& session, const QString& matrix) {
    std::optional<Error> failure;
    QObject::connect(&session, &ui::Session::problem, &session, [&](const QString& sentence, const QString& hint) {
        failure.emplace("matrix", sentence.toStdString(), hint.toStdString());
    });
    session.openMatrix(matrix);
    wait_until([&] { return failure || !session.isLoading(); }, 3600);
    session.disconnect(&session);
    if (failure) throw *failure;
}

ui::LessonPage step_page(const QString& what, const QString& matrix) {
    Wanted wanted(what);
    const QList<ui::WalkthroughEntry>& all = ui::walkthroughEntries();
    const auto entry = std::find_if(all.begin(), all.end(),
                                    [&](const ui::WalkthroughEntry& each) { return each.name == wanted.name; });
    if (entry == all.end()) {
        QStringList names;
        for (const ui::WalkthroughEntry& each : all) names << each.name;
        refuse(QStringLiteral("There is no step topic named \"%1\".").arg(wanted.name),
               QStringLiteral("Available topics: %1.").arg(names.join(QStringLiteral(", "))));
    }
    ui::WalkthroughChoices chosen;
    chosen.letters = wanted.number("letters", 0, 0, 1) == 1;
    chosen.padding = wanted.number("padding", 0, 0, 1) == 1;
    chosen.prefetch = wanted.number("prefetch", 1, 0, 1) == 1;
    chosen.symmetric = wanted.number("symmetric", 1, 0, 1) == 1;
    chosen.bytes = wanted.number("bytes", 8, 4, 8) == 4 ? 4 : 8;
    chosen.real_tile = wanted.text("tile", QStringLiteral("small")) == QLatin1String("real");
    constexpr int least = 4, most = 64; // minimum and maximum number of unknowns that fit in an image
    const int n = wanted.number("n", 8, least, most);
    const QString system = wanted.text("system", QStringLiteral("difference"));
    wanted.requireAllUsed(
        QStringLiteral("Available settings: n, system, letters, bytes, padding, prefetch, symmetric, tile."));
    if (!matrix.isEmpty()) {
        ui::Session session;
        open(session, matrix);
        chosen.system = tridiagonal_system_of(session.matrix()->matrix);
        chosen.system_name = session.matrix()->name();
        if (chosen.system.n() < least || chosen.system.n() > most)
            refuse(QStringLiteral("'%1' has %2 rows. Only systems with %3 to %4 rows can be shown step by step.")
                       .arg(matrix)
                       .arg(chosen.system.n())
                       .arg(least)
                       .arg(most),
                   QStringLiteral("For example, use tridiagonal:n=16."));
    } else if (system == QLatin1String("random")) {
        constexpr int seed = 7; // This is the default seed of the Step page.
        chosen.system = walkthrough::random_dominant(n, seed);
        chosen.system_name = QStringLiteral("random, dominant");
    } else if (system == QLatin1String("difference")) {
        chosen.system = walkthrough::second_difference(n);
        chosen.system_name = QStringLiteral("−1, 2, −1");
    } else {
        refuse(QStringLiteral("There is no system named \"%1\".").arg(system),
               QStringLiteral("Use difference or random."));
    }
    return ui::stepLessonPage(entry->make(chosen));
}

/// Sends a request to the worker and returns the response, converted by `read`. Throws if the worker reports an error.
template <class Request, class Read> auto answer_of(ui::Session& session, const Request& request, const Read& read) {
    std::optional<decltype(read(Json()))> answer;
    std::optional<Error> failure;
    ui::RequestHandlers handlers;
    handlers.done = [&](const Json& result) { answer = read(result); };
    handlers.error = [&](const ui::WorkerError& error) { failure.emplace(error.code, error.message, error.hint); };
    session.worker().request(request, handlers, &session);
    wait_until([&] { return answer || failure; }, 3600);
    if (failure) throw *failure;
    if (!answer) throw Error("worker", "The worker did not respond.", "Try again.");
    return *std::move(answer);
}

ui::LessonPage format_page(const QString& what, const QString& matrix) {
    Wanted wanted(what);
    constexpr int most_rows = 2'000'000'000, most_block = 1024;
    const QString kernel = wanted.text("kernel");
    const int block = wanted.number("block", 128, 32, most_block);
    const int row = wanted.number("row", 0, 0, most_rows), column = wanted.number("column", 0, 0, most_rows);
    wanted.requireAllUsed(QStringLiteral("Available settings: kernel, block, row, column."));
    ui::Session session;
    open(session, matrix.isEmpty() ? QStringLiteral("laplace2d:n=16") : matrix);
    start_worker(session);
    const MatrixWindow size = session.window();
    session.setWindow({row, row + (size.row_end - size.row_begin), column, column + (size.col_end - size.col_begin)});
    ui::FormatSubject subject;
    subject.matrix = session.matrix();
    subject.window = session.window();
    const MatrixWindow& w = subject.window;
    protocol::LayoutRequest request;
    request.matrix = subject.matrix->name().toStdString();
    request.precision = session.precisionValue();
    request.window = {w.row_begin, w.row_end, w.col_begin, w.col_end};
    request.kernel = kernel.toStdString();
    request.block = block;
    subject.layout = std::make_shared<const protocol::Layout>(
        answer_of(session, request, [](const Json& result) { return protocol::read_layout(result); }));
    for (const protocol::Format& format : session.worker().handshake().formats)
        subject.titles[QString::fromStdString(format.id)] = ui::toQString(format.title);
    if (wanted.name.isEmpty()) return ui::formatLessonPage(subject);
    QStringList names;
    for (const protocol::FormatLayout& format : subject.layout->formats) names << QString::fromStdString(format.format);
    subject.only = static_cast<int>(names.indexOf(wanted.name));
    if (subject.only < 0)
        refuse(QStringLiteral("There is no format named \"%1\".").arg(wanted.name),
               QStringLiteral("Available formats: %1.").arg(names.join(QStringLiteral(", "))));
    return ui::formatLessonPage(subject);
}

ui::LessonPage result_page(const QString& file) {
    const std::string text = read_regular_file(file.toStdString(), experiment::largest_result,
                                               "Use a result written by 'warploom-engine experiment run'.");
    return ui::resultLessonPage(std::make_shared<const experiment::Result>(
        experiment::result_from_text(text, QFileInfo(file).fileName().toStdString())));
}

const simulated::Card& card_of(const ui::Session& session, const QString& id) {
    const auto& cards = session.cards();
    const auto card = std::find_if(cards.begin(), cards.end(),
                                   [&](const auto& each) { return QString::fromStdString(each.id) == id; });
    if (card != cards.end()) return *card;
    QStringList ids;
    for (const simulated::Card& each : cards) ids << QString::fromStdString(each.id);
    refuse(QStringLiteral("There is no card named \"%1\".").arg(id),
           QStringLiteral("Available cards: %1.").arg(ids.join(QStringLiteral(", "))));
}

/// Returns a page that compares two kernels on the rows of one warp, or one kernel on two cards.
ui::LessonPage beside_page(const QString& what, const QString& matrix) {
    Wanted wanted(what);
    constexpr int most_block = 1024, most_number = 2'000'000'000;
    const QString other_kernel = wanted.text("with"), other_card = wanted.text("other-card"),
                  card = wanted.text("card", QStringLiteral("h200"));
    ui::WarpQuestion question;
    question.operation = wanted.text("operation", QStringLiteral("spmv"));
    question.kernel = wanted.name;
    question.precision = wanted.text("precision", QStringLiteral("double"));
    question.block = wanted.number("block", 128, 32, most_block);
    question.warp = {0, wanted.number("of-block", 0, 0, most_number), wanted.number("warp", 0, 0, 31)};
    const QString example = QStringLiteral("For example, use beside:csr-scalar,with=csr-vector or "
                                           "beside:csr-scalar,card=gtx295,other-card=h200.");
    wanted.requireAllUsed(
        QStringLiteral("Available settings: with, card, other-card, operation, precision, block, of-block, warp."));
    if (wanted.name.isEmpty() || other_kernel.isEmpty() == other_card.isEmpty())
        refuse(QStringLiteral("Compare two kernels, or one kernel on two cards."), example);
    ui::Session session;
    session.setCard(QString::fromStdString(card_of(session, card).id));
    ui::BesideView::Side left, right;
    left.card = right.card = session.card();
    open(session, matrix.isEmpty() ? QStringLiteral("laplace2d:n=16") : matrix);
    question.matrix = session.matrix()->name();
    start_worker(session);
    const auto trace = answer_of(session, ui::warpRequest(session, question), [](const Json& result) {
        return std::make_shared<const protocol::WarpDocument>(protocol::read_warp(result));
    });
    if (!other_card.isEmpty()) {
        right.card = card_of(session, other_card);
        left.warps = right.warps = ui::joinWarps({trace});
        left.title = ui::toQString(left.card.title);
        right.title = ui::toQString(right.card.title);
    } else {
        ui::SameRows same(session);
        std::optional<Error> failure;
        bool is_done = false;
        QObject::connect(&same, &ui::SameRows::finished, &same, [&] { is_done = true; });
        QObject::connect(&same, &ui::SameRows::failed, &same, [&](const QString& sentence, const QString& hint) {
            failure.emplace("worker", sentence.toStdString(), hint.toStdString());
        });
        same.start(question, trace, other_kernel);
        wait_until([&] { return is_done || failure; }, 3600);
        if (failure) throw *failure;
        left.warps = same.left();
        right.warps = same.right();
        left.is_cut = right.is_cut = same.isCut();
        left.title = question.kernel;
        right.title = other_kernel;
    }
    if (left.warps.trace->step_count() == 0 || right.warps.trace->step_count() == 0)
        refuse(QStringLiteral("One of the two warps has no recorded steps."),
               QStringLiteral("Choose another warp: warp=1, of-block=2."));
    return ui::besideLessonPage(left, right);
}

ui::LessonPage page_of(const QString& what, const QString& matrix) {
    if (what.startsWith(QLatin1String("step:"))) return step_page(what, matrix);
    if (what == QLatin1String("formats") || what.startsWith(QLatin1String("format:"))) return format_page(what, matrix);
    if (what.startsWith(QLatin1String("beside:"))) return beside_page(what, matrix);
    if (ui::ResultLibrary::isResultFile(what)) return result_page(what);
    if (what.endsWith(QLatin1String(".warploom-trace"))) {
        const ui::SavedWarp saved = ui::readSavedWarp(what.toStdString());
        return ui::warpLessonPage(
            std::make_shared<const ui::WarpAnalysis>(saved.trace, saved.card ? *saved.card : ui::Session().card()));
    }
    refuse(
        QStringLiteral("A lesson page cannot be created from '%1'.").arg(what),
        QStringLiteral(
            "Use step:TOPIC, format:ID, formats or beside:KERNEL,with=KERNEL, or specify a trace (*.warploom-trace) or "
            "a result (.json)."));
}

} // namespace

int write_lesson_page(const QString& what, const QString& matrix, const QString& out) {
    const ui::LessonPage page = page_of(what, matrix);
    const QString file = QFileInfo(out).isDir() ? QDir(out).filePath(page.name + QStringLiteral(".html")) : out;
    const ui::MadeLessonPage made = ui::writeLessonPage(page, file);
    QTextStream(stdout) << file << Qt::endl;
    if (const QString missing = made.leftOut(); !missing.isEmpty())
        QTextStream(stderr)
            << QStringLiteral("The page does not contain %1, because a page is limited to 2 MB.").arg(missing)
            << Qt::endl;
    return 0;
}

int write_running_page(const QString& what, const QString& out) {
    const QString kind = what.section(QLatin1Char(':'), 0, 0), ids = what.section(QLatin1Char(':'), 1);
    QStringList words{QStringLiteral("page"), kind};
    if (kind == QLatin1String("exercise")) words << QStringLiteral("--exercise");
    if (!ids.isEmpty()) words << ids;
    const QString file = QFileInfo(out).isDir() ? QDir(out).filePath(kind + QStringLiteral(".html")) : out;
    words << QStringLiteral("--out") << file;
    const QString engine = QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("warploom-engine"));
    return QProcess::execute(engine, words) == 0 ? 0 : 1;
}

} // namespace warploom
