// Reads every network in a folder of foreign files, and compares its counts, the fill-in of its factor, and its
// products with those computed by another program. WARPLOOM_EXTRA_DATA gives the folder, which contains networks.csv
// and the files that it names.
#include "engine/network/elimination.h"
#include "engine/network/gradient_method.h"
#include "engine/network/network_reader.h"
#include "engine/network/network_source.h"
#include "network_test_tools.h"
#include "support/own_time.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

using namespace warploom::network;
using warploom::CsrMatrix;
using warploom::Error;
using warploom::Matrix;

namespace {

using Record = std::map<std::string, std::string>;

std::string folder() {
    const char* given = std::getenv("WARPLOOM_EXTRA_DATA");
    return given == nullptr || *given == 0 ? std::string() : std::string(given) + "/";
}

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
    return cells;
}

std::vector<Record> networks() {
    std::ifstream file(folder() + "networks.csv");
    std::string line;
    std::getline(file, line);
    const auto names = cells_of(line);
    std::vector<Record> records;
    while (std::getline(file, line)) {
        const auto cells = cells_of(line);
        Record record;
        for (std::size_t k = 0; k < std::min(names.size(), cells.size()); ++k) record[names[k]] = cells[k];
        records.push_back(record);
    }
    return records;
}

qint64 integer(const Record& record, const char* name) { return std::stoll(record.at(name)); }

bool is_defect(const Record& record) { return record.at("name").starts_with("bad_"); }

void add_rows(bool with_defects) {
    if (folder().empty()) QSKIP("WARPLOOM_EXTRA_DATA names no folder with networks.csv");
    QTest::addColumn<Record>("expected");
    for (const Record& record : networks())
        if (with_defects || !is_defect(record)) QTest::newRow(record.at("name").c_str()) << record;
}

/// The norm and sum of y = A x with x_j = 1 / (1 + j), as in the table.
struct Product {
    long double norm2 = 0, sum = 0;
};
Product reciprocal_product(const CsrMatrix& a) {
    Product result;
    for (std::size_t row = 0; row < static_cast<std::size_t>(a.rows); ++row) {
        long double y = 0;
        for (auto k = static_cast<std::size_t>(a.row_pointer[row]);
             k < static_cast<std::size_t>(a.row_pointer[row + 1]); ++k)
            y += static_cast<long double>(a.value[k]) / (1.0L + static_cast<long double>(a.column[k]));
        result.norm2 += y * y;
        result.sum += y;
    }
    result.norm2 = std::sqrt(result.norm2);
    return result;
}

} // namespace

class NetworkGoldenTest : public QObject {
    Q_OBJECT

private slots:
    void foreign_networks_have_the_counts_of_another_program_data() { add_rows(true); }
    void foreign_networks_have_the_counts_of_another_program() {
        QFETCH(Record, expected);
        const WaterNetwork network = read_water_network(folder() + expected.at("name"), {}, Defects::counted);
        const NetworkCounts counts = count(network);
        QCOMPARE(counts.junctions, integer(expected, "junctions"));
        QCOMPARE(counts.tanks, integer(expected, "tanks"));
        QCOMPARE(counts.reservoirs, integer(expected, "reservoirs"));
        QCOMPARE(network.undefined_link_ends, integer(expected, "undefined_link_ends"));
        QCOMPARE(counts.pipes + network.undefined_link_ends, integer(expected, "pipes"));
        QCOMPARE(counts.pumps, integer(expected, "pumps"));
        QCOMPARE(counts.valves, integer(expected, "valves"));
        QCOMPARE(counts.parallel_links_merged, integer(expected, "parallel_links_merged"));
        QCOMPARE(counts.links_to_fixed_grade, integer(expected, "links_to_fixed_grade"));
        QCOMPARE(static_cast<qint64>(junctions_cut_off(network).size()), integer(expected, "junctions_cut_off"));

        NetworkPattern pattern = pattern_of(network);
        const CsrMatrix& a = pattern.matrix;
        QCOMPARE(a.rows, integer(expected, "order"));
        QCOMPARE(a.nonzeros(), integer(expected, "nnz"));
        qint64 shortest = a.row_length(0), longest = 0;
        for (std::int64_t row = 0; row < a.rows; ++row) {
            shortest = std::min<qint64>(shortest, a.row_length(row));
            longest = std::max<qint64>(longest, a.row_length(row));
        }
        QCOMPARE(shortest, integer(expected, "row_min"));
        QCOMPARE(longest, integer(expected, "row_max"));
        const Elimination elimination = eliminate_by_minimum_degree(a, pattern.fixed_neighbours);
        QCOMPARE(a.rows + 2 * elimination.entries_below(), integer(expected, "nnz_with_fill"));
        QCOMPARE(with_fill(a, elimination).nonzeros(), integer(expected, "nnz_with_fill"));
    }

    void unit_conductances_give_the_products_of_another_program_data() { add_rows(true); }
    void unit_conductances_give_the_products_of_another_program() {
        QFETCH(Record, expected);
        const WaterNetwork network = read_water_network(folder() + expected.at("name"), {}, Defects::counted);
        NetworkPattern pattern = pattern_of(network);
        add_conductances(pattern, network, std::vector<double>(network.links.size(), 1.0));
        const double tolerance = 1e-13 * std::stod(expected.at("unit_y_abs_sum"));

        const Product y = reciprocal_product(pattern.matrix);

        const auto off = [](long double found, const std::string& wanted) {
            return static_cast<double>(std::abs(found - static_cast<long double>(std::stod(wanted))));
        };
        QVERIFY(off(y.norm2, expected.at("unit_y_norm2")) <= tolerance);
        QVERIFY(off(y.sum, expected.at("unit_y_sum")) <= tolerance);
    }

    void networks_with_a_defect_are_refused_with_its_line_data() {
        if (folder().empty()) QSKIP("WARPLOOM_EXTRA_DATA names no folder with networks.csv");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("line");
        QTest::newRow("a link to a node that is not defined") << "bad_values.inp"
                                                              << ", line 56: ";
        QTest::newRow("a time of four parts") << "bad_times.inp"
                                              << ", line 324: ";
    }
    void networks_with_a_defect_are_refused_with_its_line() {
        QFETCH(QString, name);
        QFETCH(QString, line);
        try {
            read_water_network(folder() + name.toStdString());
            QFAIL("the file was read");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("file.malformed"));
            QVERIFY2(QString(error.what()).contains(line), error.what());
        }
    }

    void the_matrices_of_the_first_steps_are_positive_definite_data() { add_rows(false); }
    void the_matrices_of_the_first_steps_are_positive_definite() {
        QFETCH(Record, expected);
        const WaterNetwork network = read_water_network(folder() + expected.at("name"));
        GradientMethod method(network);
        for (int step = 0; step <= 2; ++step) {
            if (step > 0) method.step();
            const CsrMatrix& a = method.system().matrix;
            for (const double p : method.system().conductance) QVERIFY(p > 0 && std::isfinite(p));
            for (const double b : method.system().right_side) QVERIFY(std::isfinite(b));
            QVERIFY(is_symmetric(a));
            QVERIFY2(has_cholesky_factor(a, method.elimination()), qPrintable(QString("step %1").arg(step)));
        }
    }

    void the_newton_steps_come_to_rest_data() { add_rows(false); }
    void the_newton_steps_come_to_rest() {
        QFETCH(Record, expected);
        const WaterNetwork network = read_water_network(folder() + expected.at("name"));
        GradientMethod method(network);
        for (int step = 0; step < 60 && method.flow_change() > 1e-6; ++step) method.step();
        QVERIFY2(method.flow_change() <= 1e-6, qPrintable(QString::number(method.flow_change())));
    }

    void the_first_example_of_epanet_has_the_heads_of_its_report() {
        if (folder().empty()) QSKIP("WARPLOOM_EXTRA_DATA names no folder with Net1.inp");
        const WaterNetwork network = read_water_network(folder() + "Net1.inp");
        GradientMethod method(network);
        for (int step = 0; step < 10; ++step) method.step();
        const std::vector<double> printed{1004.35, 985.23, 970.07, 968.87, 971.55, 969.08, 968.65, 967.39, 965.69};
        for (std::size_t i = 0; i < printed.size(); ++i) QVERIFY(std::abs(method.heads()[i] - printed[i]) <= 0.006);
        QVERIFY(std::abs(method.flows()[12] * 448.831 - 1866.18) <= 0.01); // the pump's flow
    }

    void the_largest_network_is_read_solved_and_filled_within_a_second() {
        if (folder().empty()) QSKIP("WARPLOOM_EXTRA_DATA names no folder with BWSN_Network_2.inp.gz");
        const warploom::test::OwnTime time;
        const Matrix matrix = load_network_matrix(folder() + "BWSN_Network_2.inp.gz:step=1,fill=1");
        const double taken = time.ms();
        QCOMPARE(matrix.rows(), 12523);
        QCOMPARE(matrix.csr.nonzeros(), 62463);
        QCOMPARE(matrix.explicit_zeros, 62463 - 41155);
        qInfo("%.0f ms", taken);
        QVERIFY2(taken < 3000, qPrintable(QString::number(taken) + " ms")); // a third of a second on an idle core
    }
};

WARPLOOM_TEST(NetworkGoldenTest);
#include "network_golden_test.moc"
