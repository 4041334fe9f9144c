// The window and the worker load a matrix separately, so results are shown only with the matrix that they belong to.
#include "ui/session/same_matrix.h"

#include "engine/error.h"
#include "engine/protocol/framing/messages.h"
#include "ui/style/qt_text.h"

#include "support/runner.h"
#include "tests/ui/run_page_support.h"

#include <QFile>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

void write(const QString& path, const char* last_value) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 ");
    file.write(last_value);
    file.write("\n");
}

LoadedMatrix loaded(const char* name, std::uint64_t hash) {
    LoadedMatrix matrix;
    matrix.matrix.name = name;
    matrix.hash = hash;
    return matrix;
}

} // namespace

class SameMatrixTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void only_a_known_hash_of_the_open_matrix_is_compared() {
        const LoadedMatrix open = loaded("/data/a.mtx", 0xab);
        const Json of_open{{"matrix", "/data/a.mtx"}, {"operation", "spmv"}};
        const auto refused = [&](const Json& request, const Json& answer, const QStringList& command = {}) {
            try {
                requireSameMatrix(open, command, request, answer);
            } catch (const Error& error) { return toQString(error.what()); }
            return QString();
        };
        const Json same{{"matrix_hash", protocol::hash_text(0xab)}}, other{{"matrix_hash", protocol::hash_text(0xac)}};
        QVERIFY(refused(of_open, same).isEmpty());
        QCOMPARE(refused(of_open, other),
                 QString::fromUtf8("The worker and the app loaded different files for “a.mtx”. "
                                   "The worker's results are not shown for this matrix."));
        QVERIFY(refused(of_open, other, {"ssh", "-T", "node7", "warploom-engine", "serve"})
                    .startsWith("The worker on node7 and the app loaded different files"));
        for (const Json& answer : {Json{{"result", {{"hash", "ac"}}}}, Json{{"result", {{"matrix_hash", "ac"}}}},
                                   Json{{"result", {{"matrix", {{"name", "a"}, {"hash", "ac"}}}}}}})
            QVERIFY(!refused(of_open, answer).isEmpty());
        for (const Json& answer : {Json::object(), Json{{"result", nullptr}}, Json{{"result", {{"matrix", 3}}}},
                                   Json{{"matrix_hash", ""}}, Json{{"row", 1}}})
            QVERIFY(refused(of_open, answer).isEmpty()); // unknown
        QVERIFY(refused({{"matrix", "/data/b.mtx"}}, other).isEmpty());
        QVERIFY(refused(Json::object(), other).isEmpty());
        QVERIFY(refused({{"matrix", "/data/a.mtx"}, {"operation", "tridiagonal"}}, other).isEmpty());
    }

    void rows_of_another_file_are_not_shown() {
        QTemporaryDir folder;
        const QString path = folder.filePath("a.mtx");
        write(path, "2");
        run_support::Desk desk("other-file", path);
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        QVERIFY(!desk.results().empty());
        for (const RunResult& row : desk.results()) {
            QVERIFY(row.status != RowStatus::ok && !row.has_time());
            QVERIFY2(row.reason.find("loaded different files") != std::string::npos, row.reason.c_str());
            QVERIFY(row.samples.empty());
        }
        QVERIFY2(desk.problems.join("").contains("The worker's results are not shown"),
                 qPrintable(desk.problems.join("")));
    }

    void a_file_that_changed_after_it_was_opened_is_noticed() {
        if (qEnvironmentVariableIsEmpty("WARPLOOM_ENGINE")) QSKIP("There is no worker to ask.");
        QTemporaryDir folder;
        const QString path = folder.filePath("a.mtx");
        write(path, "2");
        Session session;
        session.worker().setCommand({qEnvironmentVariable("WARPLOOM_ENGINE"), QStringLiteral("serve")});
        session.openMatrix(path);
        QVERIFY(wait_until([&] { return session.matrix() != nullptr; }));
        const auto answer = [&](const Json& request) {
            QString code;
            bool is_over = false;
            RequestHandlers handlers;
            handlers.done = [&](const Json&) { is_over = true; };
            handlers.error = [&](const WorkerError& error) {
                code = toQString(error.code);
                is_over = true;
            };
            session.worker().request(request, handlers, &session);
            const bool came = wait_until([&] { return is_over; }, 60'000);
            return came ? code : QStringLiteral("no answer");
        };
        const std::string name = path.toStdString();
        const Json run{{"request", "run"},       {"operation", "spmv"}, {"matrix", name},       {"machine", "cpu"},
                       {"kernels", {"cpu-csr"}}, {"quick", true},       {"precision", "double"}};
        const Json cg{{"request", "cg_open"}, {"matrix", name}, {"machine", "cpu"}, {"kernel", "cg:cpu-csr"}};
        const Json trace{{"request", "trace"}, {"matrix", name}, {"kernel", "csr-scalar"}, {"card", "h200"}};
        const Json advise{{"request", "advise"}, {"matrix", name}, {"machine", "simulated:h200"}};
        const Json info{{"request", "info"}, {"matrix", name}};
        for (const Json& request : {run, cg, trace, advise, info}) QCOMPARE(answer(request), QString());
        write(path, "3.25"); // a different size, so the worker reads it again
        for (const Json& request : {run, cg, trace, advise, info}) QCOMPARE(answer(request), QString("matrix.differs"));
    }
};

WARPLOOM_WINDOW_TEST(SameMatrixTest);
#include "same_matrix_test.moc"
