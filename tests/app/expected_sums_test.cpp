#include "app/debug/debugger.h"
#include "engine/error.h"
#include "kernels/operations/operation.h"
#include "kernels/sources/text_of_kernel.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace warploom;
using namespace warploom::app;

// The debugger compares the sum of a wrong row term by term with the row of the matrix.

namespace {

/// One warp per row; `loop` adds the products of a lane.
std::string warp_per_row(const std::string& loop) {
    return R"(// format: csr
template <typename T>
__global__ void warp_per_row(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    T sum = 0;
    )" + loop +
           R"(
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
    if (lane == 0) y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    warp_per_row<<<(rows + 3) / 4, 128>>>(rows, row_pointer, column, value, x, y);
}
)";
}

constexpr const char* matrix = "random-rows:n=64,fraction=0.5";

DebugSettings settings_for(const std::string& text) {
    kernels::set_request_sources({{"mine.cu", text}});
    DebugSettings settings;
    settings.kernel = "mine.cu";
    settings.card = simulated::find_card("h200");
    settings.input.name = matrix;
    return settings;
}

std::string file_text(const QString& path) {
    QFile file(QStringLiteral(WARPLOOM_SOURCE_DIR "/") + path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

protocol::DebugOrigin why_of(Debugger& debugger, std::int64_t row, const std::string& array = "y") {
    protocol::DebugValue value;
    value.name = array + "[" + std::to_string(row) + "]";
    value.is_element = true;
    value.element = row;
    value.position = debugger.session().instructions;
    return debugger.why(value);
}

/// Returns the columns of a row.
std::vector<int> columns_of(Inputs& inputs, std::int64_t row) {
    const CsrMatrix& a = inputs.matrix(matrix, {})->csr;
    return {a.column.begin() + a.row_pointer[static_cast<std::size_t>(row)],
            a.column.begin() + a.row_pointer[static_cast<std::size_t>(row) + 1]};
}

QString difference(Debugger& debugger, std::int64_t row, const std::string& array = "y") {
    const protocol::DebugOrigin origin = why_of(debugger, row, array);
    return origin.difference ? QString::fromStdString(origin.difference->sentence) : QString();
}

} // namespace

class ExpectedSumsTest : public QObject {
    Q_OBJECT
private slots:
    void an_entry_that_two_lanes_add_is_the_first_difference() {
        Inputs inputs;
        Debugger debugger(
            inputs,
            settings_for(warp_per_row("for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 16) "
                                      "sum += value[k] * x[column[k]];")),
            {});
        const std::vector<int> columns = columns_of(inputs, 2);
        QVERIFY(columns.size() > 20);
        QCOMPARE(difference(debugger, 2), QString("Row 2 is right up to column %1. The entry in column %2 was added 2 "
                                                  "times, in line 7, by threads 64, 80.")
                                              .arg(columns[15])
                                              .arg(columns[16]));
        // The debugger can go to the second addition.
        const protocol::DebugDifference found = *why_of(debugger, 2).difference;
        QCOMPARE(found.line, 7);
        QCOMPARE(found.warp, 2);
        QVERIFY(found.position > 0 && found.lane % 16 == 0);
        QCOMPARE(debugger.state({found.position, found.warp, {}, {}}).frames.at(0).line, 7);
    }

    void an_entry_that_nobody_adds_is_the_first_difference() {
        Inputs inputs;
        Debugger debugger(
            inputs,
            settings_for(warp_per_row("for (int k = row_pointer[row] + lane; k < row_pointer[row + 1] - 1; k += 32) "
                                      "sum += value[k] * x[column[k]];")),
            {});
        const std::vector<int> columns = columns_of(inputs, 1);
        QCOMPARE(difference(debugger, 1),
                 QString("Row 1 is right up to column %1. The entry in column %2 was not added.")
                     .arg(columns[columns.size() - 2])
                     .arg(columns.back()));
        QCOMPARE(why_of(debugger, 1).difference->position, std::int64_t{-1});
    }

    void another_element_of_x_is_the_first_difference() {
        Inputs inputs;
        Debugger debugger(inputs, settings_for(file_text("kernels/wrong/x_by_row.cu")), {});
        const std::vector<int> columns = columns_of(inputs, 5);
        QVERIFY(columns[0] != 5);
        QVERIFY2(
            difference(debugger, 5)
                .startsWith(QString("Thread 5 multiplied the entry in column %1 by `x[5]`, in line").arg(columns[0])),
            qPrintable(difference(debugger, 5)));
    }

    void a_product_of_another_row_is_told() {
        Inputs inputs;
        Debugger debugger(inputs, settings_for(file_text("kernels/wrong/an_entry_too_many.cu")), {});
        bool is_told = false; // the first column of the next row may be a column of this one, too
        for (int row = 0; row < 20; ++row) {
            const QString told = difference(debugger, row);
            QVERIFY2(told.contains("but row") || told.contains("but the entry of row"), qPrintable(told));
            is_told = is_told || told.contains("has no entry in column");
        }
        QVERIFY(is_told);
    }

    void a_sum_that_is_rounded_is_told_with_the_sum_of_its_terms() {
        Inputs inputs;
        Debugger debugger(inputs, settings_for(file_text("kernels/wrong/sum_in_int.cu")), {});
        const QString told = difference(debugger, 3);
        QVERIFY2(told.startsWith("Every entry was added once, but thread 3 computed `sum` = "), qPrintable(told));
    }

    void a_triangular_solve_that_ends_too_early_misses_an_entry() {
        std::string text = file_text("kernels/textbook/trsv_levels.cu");
        const std::string loop = "k < diagonal;";
        text.replace(text.find(loop), loop.size(), "k < diagonal - 1;");
        DebugSettings settings = settings_for(text);
        settings.operation = Operation::trsv;
        settings.input.name = "laplace2d:n=8";
        Inputs inputs;
        QString told;
        for (int launch = 0; launch < 8 && told.isEmpty(); ++launch) {
            settings.launch = launch;
            Debugger debugger(inputs, settings, {});
            for (int row = 0; row < 64 && told.isEmpty(); ++row) told = difference(debugger, row, "x");
        }
        QVERIFY2(told.contains("The entry in column ") && told.endsWith(" was not added."), qPrintable(told));
    }

    void a_sum_of_another_column_is_told_for_the_product_with_the_transpose() {
        std::string text = file_text("kernels/ata/naive.cu");
        DebugSettings settings = settings_for(text);
        settings.operation = Operation::ata;
        settings.input.name = "dense:rows=20,cols=12";
        Inputs inputs;
        {
            Debugger debugger(inputs, settings, {});
            for (int element = 0; element < 144; element += 7)
                QVERIFY2(difference(debugger, element, "C").isEmpty(), qPrintable(difference(debugger, element, "C")));
        }
        const std::string loop = "k < m;";
        text.replace(text.find(loop), loop.size(), "k < m - 1;");
        kernels::set_request_sources({{"mine.cu", text}});
        Debugger debugger(inputs, settings, {});
        for (const int element : {5, 13}) // beside and on the diagonal
            QCOMPARE(difference(debugger, element, "C"),
                     QString("The sum is right up to row 18 of A. The product in row 19 was not added."));
    }

    void right_kernels_have_no_difference_data() {
        QTest::addColumn<QString>("path");
        for (const char* const folder : {"kernels/spmv", "kernels/textbook"}) {
            const QDir all(QStringLiteral(WARPLOOM_SOURCE_DIR "/") + QLatin1String(folder));
            for (const QString& name : all.entryList({"*.cu"}, QDir::Files, QDir::Name)) {
                const QString path = QLatin1String(folder) + '/' + name;
                if (file_text(path).find(" x, T* y") != std::string::npos) QTest::newRow(qPrintable(name)) << path;
            }
        }
    }
    void right_kernels_have_no_difference() {
        QFETCH(QString, path);
        Inputs inputs;
        DebugSettings settings = settings_for({});
        settings.kernel = (QStringLiteral(WARPLOOM_SOURCE_DIR "/") + path).toStdString();
        for (const Precision precision : {Precision::float64, Precision::float32}) {
            settings.precision = precision;
            settings.launch = 0;
            try {
                Debugger first(inputs, settings, {});
                settings.launch = static_cast<int>(first.session().launches.size()) - 1;
                Debugger debugger(inputs, settings, {});
                for (std::int64_t row = 0; row < 64; row += 5)
                    QVERIFY2(difference(debugger, row).isEmpty(),
                             qPrintable(QString("row %1: ").arg(row) + difference(debugger, row)));
            } catch (const Error& error) {
                QVERIFY2(error.code() == "kernel.switch" || error.code().starts_with("matrix."), error.what());
            }
        }
    }
};

WARPLOOM_TEST(ExpectedSumsTest);

#include "expected_sums_test.moc"
