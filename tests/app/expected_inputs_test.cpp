#include "app/debug/debugger.h"
#include "engine/error.h"
#include "kernels/sources/text_of_kernel.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>

using namespace warploom;
using namespace warploom::app;

// The debugger finds the first product that a factorization lacks, and the nearest coefficient that a solution lacks.

namespace {

std::string file_text(const QString& path) {
    QFile file(QStringLiteral(WARPLOOM_SOURCE_DIR "/") + path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

DebugSettings settings_for(Operation operation, const std::string& text) {
    kernels::set_request_sources({{"mine.cu", text}});
    DebugSettings settings;
    settings.kernel = "mine.cu";
    settings.card = simulated::find_card("h200");
    settings.operation = operation;
    settings.input.name = operation == Operation::ilu ? "laplace2d:n=4" : "tridiagonal:n=8,kind=6,seed=9";
    return settings;
}

std::optional<protocol::DebugDifference> difference(Debugger& debugger, const std::string& array,
                                                    std::int64_t element) {
    protocol::DebugValue value;
    value.name = array + "[" + std::to_string(element) + "]";
    value.is_element = true;
    value.element = element;
    value.position = debugger.session().instructions;
    return debugger.why(value).difference;
}

QString sentence_of(Debugger& debugger, const std::string& array, std::int64_t element) {
    const auto found = difference(debugger, array, element);
    return found ? QString::fromStdString(found->sentence) : QString();
}

/// An incomplete factorization by one thread, row by row. `update` is the statement for a pair of entries.
std::string factorization(const std::string& update) {
    return R"(// format: csr
// operation: ilu
template <typename T>
__global__ void factor(int rows, const int* row_pointer, const int* column, const int* diagonal, const T* value, T* lu) {
    if (threadIdx.x != 0) return;
    for (int row = 0; row < rows; ++row) {
        const int begin = row_pointer[row], end = row_pointer[row + 1];
        for (int k = begin; k < end; ++k) lu[k] = value[k];
        for (int k = begin; k < diagonal[row]; ++k) {
            const int above = column[k];
            lu[k] = lu[k] / lu[diagonal[above]];
            for (int theirs = diagonal[above] + 1; theirs < row_pointer[above + 1]; ++theirs)
                for (int ours = k + 1; ours < end; ++ours)
                    )" +
           update + R"(
        }
    }
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const int* diagonal, const T* value, T* lu, int* zero_pivot) {
    factor<<<1, 32>>>(rows, row_pointer, column, diagonal, value, lu);
}
)";
}

const std::string right_update = "if (column[ours] == column[theirs]) lu[ours] -= lu[k] * lu[theirs];";

/// Gaussian elimination by one thread.
std::string elimination() { return file_text("kernels/tridiagonal/thomas_gpu.cu"); }

} // namespace

class ExpectedInputsTest : public QObject {
    Q_OBJECT
private slots:
    void a_factorization_that_is_right_has_no_difference() {
        Inputs inputs;
        Debugger debugger(inputs, settings_for(Operation::ilu, factorization(right_update)), {});
        for (int entry = 0; entry < 64; ++entry) // a grid of 4 x 4 has 16 + 48 entries
            QVERIFY2(sentence_of(debugger, "lu", entry).isEmpty(), qPrintable(sentence_of(debugger, "lu", entry)));
    }

    // In a grid of 4 x 4, row 1 has the entries 3 to 6 in the columns 0, 1, 2 and 5. The only product for its diagonal
    // entry 4 is that of entry 3 (row 1, column 0) and entry 1 (row 0, column 1).
    void a_product_that_is_not_subtracted_is_told() {
        Inputs inputs;
        const std::string update = "if (column[ours] == column[theirs] && ours != 4) lu[ours] -= lu[k] * lu[theirs];";
        Debugger debugger(inputs, settings_for(Operation::ilu, factorization(update)), {});
        QCOMPARE(sentence_of(debugger, "lu", 4),
                 QString("The product of `lu[3]` and `lu[1]` was not subtracted (row 1, column 1, k = 0)."));
        QCOMPARE(difference(debugger, "lu", 4)->position, std::int64_t{-1});
        QVERIFY(sentence_of(debugger, "lu", 3).isEmpty());
    }

    void a_product_that_is_subtracted_again_is_told_with_its_line() {
        Inputs inputs;
        const std::string update =
            "for (int n = 0; column[ours] == column[theirs] && n < (ours == 4 ? 2 : 1); ++n) lu[ours] -= lu[k] * "
            "lu[theirs];";
        Debugger debugger(inputs, settings_for(Operation::ilu, factorization(update)), {});
        QCOMPARE(sentence_of(debugger, "lu", 4), QString("The product of `lu[3]` and `lu[1]` was subtracted 2 times, "
                                                         "in line 14 (row 1, column 1, k = 0)."));
        QCOMPARE(difference(debugger, "lu", 4)->line, 14);
    }

    void a_solution_has_all_coefficients_or_tells_the_nearest_one_that_it_lacks() {
        Inputs inputs;
        {
            Debugger debugger(inputs, settings_for(Operation::tridiagonal, elimination()), {});
            for (int row = 0; row < 8; ++row)
                QVERIFY2(sentence_of(debugger, "x", row).isEmpty(), qPrintable(sentence_of(debugger, "x", row)));
        }
        // The last row is not eliminated, so it has no value, and the others lack its coefficients.
        kernels::set_request_sources({{"mine.cu", changed(elimination(), "i < n; ++i", "i < n - 1; ++i")}});
        Debugger debugger(
            inputs, settings_for(Operation::tridiagonal, changed(elimination(), "i < n; ++i", "i < n - 1; ++i")), {});
        QCOMPARE(sentence_of(debugger, "x", 4), QString("`x[4]` was computed without `b[7]`, although every element of "
                                                        "the solution depends on it."));
    }

    void another_coefficient_of_the_same_row_is_told() {
        Inputs inputs;
        const std::string text = changed(elimination(), "a[i] * last_x", "a[i] * (i == 3 ? 0 : last_x)");
        Debugger debugger(inputs, settings_for(Operation::tridiagonal, text), {});
        QCOMPARE(sentence_of(debugger, "x", 3), QString("`x[3]` was computed without `d[2]`, although every element of "
                                                        "the solution depends on it."));
    }

    void right_kernels_have_no_difference_data() {
        QTest::addColumn<QString>("path");
        for (const char* const folder : {"kernels/tridiagonal", "kernels/ilu"}) {
            const QDir all(QStringLiteral(WARPLOOM_SOURCE_DIR "/") + QLatin1String(folder));
            for (const QString& name : all.entryList({"*.cu"}, QDir::Files, QDir::Name))
                QTest::newRow(qPrintable(name)) << QLatin1String(folder) + '/' + name;
        }
    }
    void right_kernels_have_no_difference() {
        QFETCH(QString, path);
        const bool is_factor = path.contains("/ilu/");
        DebugSettings settings = settings_for(is_factor ? Operation::ilu : Operation::tridiagonal, {});
        settings.kernel = (QStringLiteral(WARPLOOM_SOURCE_DIR "/") + path).toStdString();
        settings.input.name = is_factor ? "laplace2d:n=6" : "tridiagonal:n=64,kind=6,seed=9";
        Inputs inputs;
        for (const Precision precision : {Precision::float64, Precision::float32}) {
            settings.precision = precision;
            settings.launch = 0;
            Debugger first(inputs, settings, {});
            const int launches = static_cast<int>(first.session().launches.size());
            for (settings.launch = 0; settings.launch < launches; ++settings.launch) {
                Debugger debugger(inputs, settings, {});
                const std::string array = is_factor ? "lu" : "x";
                const auto& arrays = debugger.session().arrays;
                const bool is_used = std::any_of(arrays.begin(), arrays.end(),
                                                 [&](const protocol::DebugArray& each) { return each.name == array; });
                for (std::int64_t element = 0; is_used && element < 64; element += 5) {
                    const QString told = sentence_of(debugger, array, element);
                    QVERIFY2(told.isEmpty(), qPrintable(told));
                }
            }
        }
    }
};

WARPLOOM_TEST(ExpectedInputsTest);

#include "expected_inputs_test.moc"
