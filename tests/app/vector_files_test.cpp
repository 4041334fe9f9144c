// Vectors that the user provides: x of a product, and b of a system.
#include "app/inputs/inputs.h"
#include "app/operations/cg.h"
#include "app/operations/operation.h"
#include "app/operations/spmv.h"
#include "app/run/runner.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/ordering/order.h"
#include "kernels/machine/registry.h"
#include "support/runner.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace warploom;
using namespace warploom::app;

namespace {

const QString samples = QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/data/imports/");

template <class Call> QString refusal(const Call& call) {
    try {
        call();
    } catch (const Error& error) { return QString("%1: %2").arg(error.code().c_str(), error.what()); }
    return "It was accepted.";
}

} // namespace

class VectorFilesTest : public QObject {
    Q_OBJECT
private:
    std::string file(const char* name, const QByteArray& bytes) const {
        QFile made(folder_.filePath(name));
        if (!made.open(QIODevice::WriteOnly) || made.write(bytes) != bytes.size()) qFatal("The disk is full.");
        return made.fileName().toStdString();
    }
    QTemporaryDir folder_;

private slots:
    void a_vector_is_a_column_a_row_or_a_sparse_column() {
        const std::vector<double> expected{1, -2, 0, 0.5};
        const char* const array = "%%MatrixMarket matrix array real general\n";
        QCOMPARE(load_vector(file("column.mtx", QByteArray(array) + "4 1\n1\n-2\n0\n0.5\n"), 4, "x"), expected);
        QCOMPARE(load_vector(file("row.mtx", QByteArray(array) + "1 4\n1\n-2\n0\n0.5\n"), 4, "x"), expected);
        const char* const sparse = "%%MatrixMarket matrix coordinate real general\n4 1 3\n4 1 0.5\n1 1 1\n2 1 -2\n";
        QCOMPARE(load_vector(file("sparse.mtx", sparse), 4, "x"), expected);
    }
    void a_vector_that_does_not_fit_is_refused() {
        const std::string short_one = file("short.mtx", "%%MatrixMarket matrix array real general\n2 1\n1\n2\n");
        QVERIFY2(refusal([&] {
                     load_vector(short_one, 3, "x");
                 }).endsWith("short.mtx contains 2 x 1 numbers, but x requires 3 x 1."),
                 qPrintable(refusal([&] { load_vector(short_one, 3, "x"); })));
        const std::string nan = file("nan.mtx", "%%MatrixMarket matrix array real general\n2 1\n1\nnan\n");
        QVERIFY(refusal([&] { load_vector(nan, 2, "x"); }).contains("run.vector: The file"));
        const std::string complex = file("complex.mtx", "%%MatrixMarket matrix array complex general\n1 1\n1 2\n");
        QVERIFY(refusal([&] { load_vector(complex, 1, "x"); }).contains("complex numbers"));
        QVERIFY(refusal([&] {
                    load_vector((samples + "good.rua").toStdString(), 4, "x");
                }).contains("4 x 5 numbers, but x requires 4 x 1"));
    }

    void x_can_be_a_file() {
        const std::string x = file("x.mtx", "%%MatrixMarket matrix array real general\n3 1\n1\n2\n4\n");
        QCOMPARE(make_x(x, 3), (std::vector<double>{1, 2, 4}));
        QCOMPARE(make_x(x, 0), std::vector<double>()); // settings are validated before the matrix is known
        QVERIFY(refusal([&] { make_x("missing.mtx", 3); }).startsWith("run.x: 'missing.mtx' is not a valid x."));
    }

    void b_can_be_a_file_and_follows_the_order_of_the_rows() {
        const std::string b = file("b.mtx", "%%MatrixMarket matrix array real general\n4 1\n1\n2\n3\n4\n");
        QCOMPARE(cg_right_side(load_matrix("laplace2d:n=2"), b), (std::vector<double>{1, 2, 3, 4}));
        const Matrix ordered = load_matrix("laplace2d:n=2|rcm");
        QVERIFY(ordered.order != nullptr);
        const std::vector<double> taken = cg_right_side(ordered, b);
        for (std::size_t place = 0; place < 4; ++place)
            QCOMPARE(taken[place], static_cast<double>(ordered.order->rows[place] + 1));
        QVERIFY(refusal([&] {
                    cg_right_side(load_matrix("laplace2d:n=2"), "nothing");
                }).startsWith("cg.settings: 'nothing' is not a valid right-hand side."));
    }

    // The archive contains a matrix with 4 rows and a vector; only the given b is checked here.
    void a_system_is_solved_with_the_b_of_the_user_data() {
        QTest::addColumn<int>("operation");
        QTest::newRow("cg") << static_cast<int>(Operation::cg);
        QTest::newRow("trsv") << static_cast<int>(Operation::trsv);
        QTest::newRow("spmv") << static_cast<int>(Operation::spmv);
    }
    void a_system_is_solved_with_the_b_of_the_user() {
        QFETCH(int, operation);
        QByteArray numbers = "%%MatrixMarket matrix array real general\n16 1\n";
        for (int i = 0; i < 16; ++i) numbers += QByteArray::number(i - 7) + "\n";
        RunSettings settings;
        settings.quick = true;
        settings.x = settings.cg.rhs = file("vector.mtx", numbers);
        settings.cache = protocol::default_cache(static_cast<Operation>(operation));
        const auto machine = kernels::open_machine("simulated:h200");
        const OperationSpec& spec = spec_of(static_cast<Operation>(operation));
        settings.kernels = {spec.usual_kernels(*machine).front()};
        Inputs inputs;
        const Run run = run_problem(*machine, *spec.open(inputs, "laplace2d:n=4", settings, {}), settings);
        QCOMPARE(run.results.size(), std::size_t{1});
        QVERIFY2(run.results[0].status == RowStatus::ok, run.results[0].reason.c_str());
    }
};

WARPLOOM_TEST(VectorFilesTest);

#include "vector_files_test.moc"
