// The matrices of small networks, derived by hand, and what must hold for every network: continuity, head loss,
// symmetry.
#include "engine/generators/matrix_source.h"
#include "engine/network/gradient_method.h"
#include "engine/network/network_reader.h"
#include "engine/network/network_source.h"
#include "engine/network/water_network.h"
#include "matrix_test_files.h"
#include "network_test_tools.h"
#include "support/runner.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <numbers>

using namespace warploom::network;
using warploom::Error;
using warploom::Matrix;

namespace {

constexpr double pi = std::numbers::pi;
constexpr double psi_a_foot = 0.4333;

WaterNetwork read(const QByteArray& text) { return read_water_network_text("drawn.inp", text.toStdString()); }

/// A reservoir with a head of 100 feet and two pipes, each 1000 feet long and one foot wide with C = 100, in cubic feet
/// per second; a = 0, b = 1.
QByteArray two_pipes(const QByteArray& more = {}) {
    return "[OPTIONS]\nUNITS CFS\n[JUNCTIONS]\na 10 0.5\nb 20 1.5\n[RESERVOIRS]\nr 100\n"
           "[PIPES]\np1 r a 1000 12 100\np2 a b 1000 12 100\n" +
           more;
}

double entry(const warploom::CsrMatrix& a, std::int64_t row, std::int32_t column) {
    const auto begin = a.column.begin() + a.row_pointer[row];
    const auto end = a.column.begin() + a.row_pointer[row + 1];
    const auto found = std::lower_bound(begin, end, column);
    return found == end || *found != column ? std::nan("") : a.value[found - a.column.begin()];
}

bool is_near(double found, double wanted, double relative = 1e-12) {
    return std::abs(found - wanted) <= relative * std::max(1.0, std::abs(wanted));
}

/// Iterates until the flows do not change any more.
void settle(GradientMethod& method) {
    for (int step = 0; step < 200 && method.flow_change() > 1e-12; ++step) method.step();
}

std::size_t link_called(const WaterNetwork& network, const char* id) {
    for (std::size_t k = 0; k < network.links.size(); ++k)
        if (network.links[k].id == id) return k;
    qFatal("there is no such link");
}

/// Returns the largest flow imbalance at a junction.
double imbalance(const WaterNetwork& network, const std::vector<double>& flows) {
    std::vector<double> inflow(network.nodes.size(), 0.0);
    for (std::size_t k = 0; k < network.links.size(); ++k) {
        inflow[network.links[k].from] -= flows[k];
        inflow[network.links[k].to] += flows[k];
    }
    double worst = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(network.junctions); ++i)
        worst = std::max(worst, std::abs(inflow[i] - network.nodes[i].demand * network.options.demand_multiplier /
                                                         units_of(network.options).flow));
    return worst;
}

const char* hillside = "hillside.inp"; // embedded in the program

} // namespace

class NetworkMatrixTest : public QObject {
    Q_OBJECT

private slots:
    void two_pipes_have_the_matrix_worked_out_by_hand() {
        const WaterNetwork network = read(two_pipes());
        const GradientMethod method(network);
        // At 1 ft/s: Q = pi/4, h = R Q^1.852, dh/dQ = 1.852 R Q^0.852, p is its reciprocal, p h = Q / 1.852.
        const double q = pi / 4, r = 4.727 * 1000 / std::pow(100, 1.852);
        const double p = 1 / (1.852 * r * std::pow(q, 0.852)), y = q / 1.852;

        const auto& [a, b, conductance] = method.system();

        QCOMPARE(a.nonzeros(), 4);
        QVERIFY(is_near(entry(a, 0, 0), 2 * p));
        QVERIFY(is_near(entry(a, 0, 1), -p));
        QVERIFY(is_near(entry(a, 1, 0), -p));
        QVERIFY(is_near(entry(a, 1, 1), p));
        QVERIFY(is_near(b[0], p * 100 - y + y - 0.5)); // inflow q equals outflow q
        QVERIFY(is_near(b[1], -y + q - 1.5));
        QVERIFY(is_near(conductance[0], p));
    }

    void two_pipes_come_to_rest_where_their_heads_are_known() {
        const WaterNetwork network = read(two_pipes());
        GradientMethod method(network);
        const double r = 4.727 * 1000 / std::pow(100, 1.852);

        settle(method);

        QVERIFY(is_near(method.flows()[0], 2));
        QVERIFY(is_near(method.flows()[1], 1.5));
        const double at_a = 100 - r * std::pow(2, 1.852);
        QVERIFY(is_near(method.heads()[0], at_a, 1e-10));
        QVERIFY(is_near(method.heads()[1], at_a - r * std::pow(1.5, 1.852), 1e-10));
        QCOMPARE(method.heads()[2], 100.0);
    }

    void parallel_links_add_up_and_links_to_sources_stand_on_the_diagonal_alone() {
        const TestFolder folder;
        const std::string path = folder.write(
            "drawn.inp",
            two_pipes("p3 b a 1000 12 100\n[TANKS]\nt 50 10 0 20 30\n[PIPES]\np4 t b 1 12 100\np5 t r 1 12 100\n"));

        const Matrix matrix = warploom::load_matrix(path + ":unit=1");

        QCOMPARE(matrix.csr.nonzeros(), 4);
        QCOMPARE(matrix.csr.value, (std::vector<double>{3, -2, -2, 3}));
        QCOMPARE(matrix.link_conductance, std::vector<double>(5, 1.0));
        QCOMPARE(matrix.right_side, (std::vector<double>{100 - 0.5, 60 - 1.5}));
        const Matrix real = warploom::load_matrix(path);
        QVERIFY(is_near(entry(real.csr, 0, 1), -(real.link_conductance[1] + real.link_conductance[2])));
        QVERIFY(is_near(entry(real.csr, 1, 1),
                        real.link_conductance[1] + real.link_conductance[2] + real.link_conductance[3]));
    }

    void a_closed_pipe_keeps_its_place_with_next_to_no_conductance() {
        const WaterNetwork network = read(two_pipes("p3 r b 1000 12 100 Closed\n"));
        GradientMethod method(network);
        QCOMPARE(method.system().conductance[2], 1e-8);
        settle(method);
        QVERIFY(std::abs(method.flows()[2]) < 1e-6);
    }

    void a_check_valve_lets_nothing_back() {
        const WaterNetwork network = read(two_pipes("[RESERVOIRS]\ns 5\n[PIPES]\np3 s b 100 12 100 CV\n"));
        GradientMethod method(network);
        settle(method);
        QVERIFY(std::abs(method.flows()[2]) < 1e-5); // otherwise the reservoir with a head of 5 feet would fill
        QVERIFY(method.heads()[1] > 5);
    }

    void every_unit_system_gives_the_same_matrix_data() {
        QTest::addColumn<QString>("units");
        for (const char* units : {"GPM", "MGD", "IMGD", "AFD", "LPS", "LPM", "MLD", "CMH", "CMD", "CMS"})
            QTest::newRow(units) << units;
    }
    void every_unit_system_gives_the_same_matrix() {
        QFETCH(QString, units);
        WaterNetwork::Options options;
        options.units = read("[OPTIONS]\nUNITS " + units.toUtf8() + "\n").options.units;
        options.pressure = is_metric(options.units) ? PressureUnit::metres : PressureUnit::psi;
        for (const char* formula : {"H-W", "D-W", "C-M"}) {
            const bool is_rough = QByteArray(formula) == "D-W";
            const double roughness = is_rough ? 1e-3 : QByteArray(formula) == "H-W" ? 100 : 0.013;
            const auto drawn = [&](const char* name, const Units& u) {
                const auto text = [](double value) { return QByteArray::number(value, 'g', 17) + " "; };
                const QByteArray ends = text(u.diameter) + text(roughness * u.roughness) + "0.7\n";
                return read("[OPTIONS]\nUNITS " + QByteArray(name) + "\nHEADLOSS " + formula + "\n[JUNCTIONS]\na " +
                            text(10 * u.length) + text(0.5 * u.flow) + "\nb " + text(20 * u.length) +
                            text(1.5 * u.flow) + "\nc 0\nd 0\n[RESERVOIRS]\nr " + text(100 * u.length) +
                            "\n[TANKS]\nt " + text(30 * u.length) + text(6 * u.length) + "0 9 9\n[PIPES]\np1 r a " +
                            text(1000 * u.length) + ends + "p2 a b " + text(500 * u.length) + ends +
                            "[PUMPS]\nu t b HEAD k\nw b c POWER " + text(3 * u.power) + "\n[CURVES]\nk " +
                            text(2 * u.flow) + text(90 * u.length) + "\n[VALVES]\nv c d " + text(u.diameter) + "PRV " +
                            text(33 * u.pressure) + "2\n[DEMANDS]\nd " + text(0.3 * u.flow) + "\n");
            };
            WaterNetwork::Options feet;
            feet.units = FlowUnit::cfs;
            options.head_loss = feet.head_loss = is_rough ? HeadLoss::darcy_weisbach : HeadLoss::hazen_williams;
            const WaterNetwork plain = drawn("CFS", units_of(feet));
            const WaterNetwork other = drawn(qPrintable(units), units_of(options));
            GradientMethod first(plain), second(other);
            for (int step = 0; step < 3; ++step) {
                for (std::size_t k = 0; k < first.system().matrix.value.size(); ++k)
                    QVERIFY(is_near(second.system().matrix.value[k] / first.system().matrix.value[k], 1, 1e-9));
                for (std::size_t k = 0; k < first.system().right_side.size(); ++k)
                    QVERIFY(is_near(second.system().right_side[k], first.system().right_side[k], 1e-9));
                first.step();
                second.step();
            }
        }
    }

    void after_every_step_water_is_neither_lost_nor_made_and_at_rest_heads_obey_the_formulas_data() {
        QTest::addColumn<QByteArray>("formula");
        QTest::addColumn<double>("roughness");
        QTest::newRow("Hazen-Williams") << QByteArray("H-W") << 110.0;
        QTest::newRow("Darcy-Weisbach") << QByteArray("D-W") << 0.85;
        QTest::newRow("Chezy-Manning") << QByteArray("C-M") << 0.012;
    }
    void after_every_step_water_is_neither_lost_nor_made_and_at_rest_heads_obey_the_formulas() {
        QFETCH(QByteArray, formula);
        QFETCH(double, roughness);
        const QByteArray c = " " + QByteArray::number(roughness);
        const WaterNetwork network =
            read("[OPTIONS]\nUNITS GPM\nHEADLOSS " + formula +
                 "\n[JUNCTIONS]\na 10 100\nb 20 200\nc 5 0\nd 5 50\ne 9 0.001\n"
                 "[RESERVOIRS]\nr 100\ns 20\n[TANKS]\nt 80 12 0 20 40\n[PIPES]\n1 r a 1000 12" +
                 c + " 3\n2 a b 500 8" + c + "\n3 b t 900 10" + c + "\n4 a d 400 6" + c + " 0.5\n5 d b 700 6" + c +
                 "\n6 d e 100 8" + c +
                 "\n[PUMPS]\nu s c HEAD k\n[CURVES]\nk 0 90\nk 300 80\nk 900 30\n[PIPES]\n7 c d 100 8" + c + "\n");
        GradientMethod method(network);
        for (int step = 0; step < 3; ++step) {
            // A flow is p times a difference of heads, so its error is about p times the rounding error of a head.
            const auto& p = method.system().conductance;
            const double rounding = 1e-10 + *std::max_element(p.begin(), p.end()) * 200 * 1e-15;
            method.step();
            QVERIFY(imbalance(network, method.flows()) < rounding);
            QVERIFY(is_symmetric(method.system().matrix));
            QVERIFY(has_cholesky_factor(method.system().matrix, method.elimination()));
        }
        settle(method);
        QVERIFY(method.flow_change() < 1e-10);
        for (std::size_t k = 0; k < network.links.size(); ++k) {
            const auto& link = network.links[k];
            const LinkFigures figures = figures_of(network, link);
            const double q = method.flows()[k];
            const double lost = method.heads()[link.from] - method.heads()[link.to];
            const Drop drop =
                link.kind == WaterNetwork::Link::Kind::pump ? pump_drop(figures, q) : pipe_drop(figures, q);
            QVERIFY2(is_near(lost, drop.head, 1e-7), link.id.c_str());
        }
    }

    void equal_ways_share_the_flow() {
        const WaterNetwork network =
            read("[OPTIONS]\nUNITS CFS\n[JUNCTIONS]\na 0 0\nb 0 0\nc 0 0\nd 0 2\n[RESERVOIRS]\nr 100\n"
                 "[PIPES]\n0 r a 100 24 100\n1 a b 1000 12 100\n2 a c 1000 12 100\n3 b d 1000 12 100\n"
                 "4 c d 1000 12 100\n");
        GradientMethod method(network);
        settle(method);
        for (std::size_t k = 1; k < 5; ++k) QVERIFY(is_near(method.flows()[k], 1));
        QVERIFY(is_near(method.heads()[1], method.heads()[2]));
    }

    void valves_do_what_their_types_promise() {
        const auto at_rest = [](const QByteArray& more, const char* link, double& flow, double& lost, double& below) {
            const WaterNetwork network = read(two_pipes("[JUNCTIONS]\nc 0 0.25\n" + more));
            GradientMethod method(network);
            settle(method);
            QVERIFY2(imbalance(network, method.flows()) < 1e-5, more.constData()); // p is up to 1e8
            const std::size_t k = link_called(network, link);
            flow = method.flows()[k];
            below = method.heads()[network.links[k].to];
            lost = method.heads()[network.links[k].from] - below;
        };
        double flow = 0, lost = 0, below = 0;
        at_rest("[VALVES]\nv b c 12 PRV 10\n", "v", flow, lost, below);
        QVERIFY(is_near(flow, 0.25, 1e-6));
        QVERIFY(is_near(below, 10 / psi_a_foot, 1e-6));
        at_rest("[VALVES]\nv b c 12 PRV 90\n", "v", flow, lost, below); // opens: the setting is too high
        QVERIFY(is_near(flow, 0.25, 1e-6));
        QVERIFY(lost < 1e-3);
        at_rest("[VALVES]\nv b c 12 TCV 40\n", "v", flow, lost, below);
        const double velocity = 0.25 / (pi / 4);
        QVERIFY(is_near(lost, 40 * velocity * velocity / 64.4, 1e-7));
        at_rest("[VALVES]\nv b c 12 PBV 5\n", "v", flow, lost, below);
        QVERIFY(is_near(lost, 5 / psi_a_foot, 1e-6));
        at_rest("[VALVES]\nv b c 12 GPV k\n[CURVES]\nk 0 1\nk 0.2 3\nk 0.4 7\n", "v", flow, lost, below);
        QVERIFY(is_near(lost, 4, 1e-7)); // a quarter of the way from 3 to 7
    }

    void a_flow_control_valve_holds_its_flow_where_the_heads_allow_it() {
        const WaterNetwork network =
            read("[OPTIONS]\nUNITS CFS\n[JUNCTIONS]\na 0 0\nb 0 0\n[RESERVOIRS]\nr 100\ns 50\n"
                 "[PIPES]\np1 r a 100 12 100\np2 b s 100 12 100\n[VALVES]\nv a b 12 FCV 0.7\n");
        GradientMethod method(network);
        settle(method);
        QVERIFY(is_near(method.flows()[2], 0.7, 1e-5));
    }

    void a_sustaining_valve_holds_the_head_above_it() {
        const WaterNetwork network =
            read("[OPTIONS]\nUNITS CFS\n[JUNCTIONS]\na 0 0.2\nb 0 0\n[RESERVOIRS]\nr 100\ns 5\n"
                 "[PIPES]\np1 r a 5000 12 100\np2 b s 100 12 100\n[VALVES]\nv a b 12 PSV 35\n");
        GradientMethod method(network);
        settle(method);
        QVERIFY(is_near(method.heads()[0], 35 / psi_a_foot, 1e-5));
        QVERIFY(method.flows()[2] > 0.1);
        QVERIFY(has_cholesky_factor(method.system().matrix, method.elimination()));
    }

    void a_pump_of_constant_power_turns_its_power_into_head() {
        const WaterNetwork network =
            read("[OPTIONS]\nUNITS CFS\n[JUNCTIONS]\na 0 2\n[RESERVOIRS]\nr 30\n[PUMPS]\nu r a POWER 40\n");
        GradientMethod method(network);
        settle(method);
        QVERIFY(is_near(method.flows()[0], 2, 1e-9));
        QVERIFY(is_near(62.4 * 2 * (method.heads()[0] - 30) / 550, 40, 1e-7));
    }

    void junctions_that_no_source_reaches_are_named() {
        const WaterNetwork network =
            read(two_pipes("[JUNCTIONS]\nfar 1\nfarther 2\n[PIPES]\np3 far farther 1 2 100\n"));
        try {
            const GradientMethod method(network);
            QFAIL("there is a matrix");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("network.cut_off"));
            QVERIFY(QString(error.what()).contains("2 junctions have no path to a reservoir or tank (far, farther)"));
        }
        QVERIFY_THROWS_EXCEPTION(Error, GradientMethod(read("[RESERVOIRS]\nr 1\n")));
    }

    void a_link_whose_figures_give_no_conductance_is_named() {
        try {
            const GradientMethod method(read(two_pipes("endless r b 1e300 1e-40 100\n")));
            QFAIL("there is a matrix");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("network.value"));
            QVERIFY(QString(error.what()).contains("pipe endless"));
        }
    }

    // As browsers save it: NAME.inp.txt.
    void a_network_is_recognized_by_its_contents() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("net.inp.txt").toStdString();
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("; two junctions\n[JUNCTIONS]\na 0 1\nb 0 1\n[RESERVOIRS]\nr 10\n[PIPES]\np r a 100 300 100\n"
                   "q a b 100 300 100\n");
        file.close();
        QVERIFY(names_network(path) && names_network(path + ":unit=1"));
        const Matrix matrix = warploom::load_matrix(path + ":unit=1");
        QVERIFY(matrix.network != nullptr);
        QCOMPARE(matrix.csr.value, (std::vector<double>{2, -1, -1, 1}));
        QCOMPARE(file_of_name(path + ":unit=1"), path);
    }

    void names_of_networks_are_taken_apart_and_put_together() {
        QVERIFY(names_network("a/b.inp"));
        QVERIFY(names_network("a/b.INP.GZ:step=2"));
        QVERIFY(names_network("b.Inp:"));
        QVERIFY(!names_network(".inp"));
        QVERIFY(!names_network("b.mtx"));
        QVERIFY(!names_network("laplace2d:n=4"));
        QCOMPARE(file_of_name("c:/b.inp:step=2"), std::string("c:/b.inp"));
        QCOMPARE(file_of_name("b.mtx:x"), std::string("b.mtx:x"));
        const NetworkRequest request = parse_network_name("b.inp:fill=1,step=12,unit=0");
        QCOMPARE(request.path, std::string("b.inp"));
        QCOMPARE(request.step, 12);
        QVERIFY(request.with_fill && !request.unit_conductances);
        QCOMPARE(network_name(request), std::string("b.inp:step=12,fill=1"));
        QCOMPARE(network_name(parse_network_name("b.inp:step=0")), std::string("b.inp"));
    }

    void many_links_may_share_a_long_curve() {
        // Visiting every point for every link would take a minute, and a copy of the curve per link would take
        // gigabytes.
        QByteArray text = "[OPTIONS]\nUNITS CFS\n[RESERVOIRS]\nr 100\n[CURVES]\n";
        for (int k = 0; k < 30000; ++k)
            text += "c " + QByteArray::number(k + 1) + ' ' + QByteArray::number(90000 - k) + '\n';
        text += "[JUNCTIONS]\n";
        for (int k = 0; k < 100000; ++k) text += "j" + QByteArray::number(k) + " 0\n";
        text += "[PUMPS]\n";
        for (int k = 0; k < 100000; ++k)
            text += "p" + QByteArray::number(k) + " r j" + QByteArray::number(k) + " HEAD c\n";
        const WaterNetwork network = read(text);
        try {
            const GradientMethod method(network);
            QSKIP("this machine has 48 GB to spare");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("memory.limit")); }
    }

    void headings_without_end_give_few_remarks() {
        QByteArray text = "[JUNCTIONS]\na 10\n[RESERVOIRS]\nr 100\n[PIPES]\np r a 10 12 100\n";
        for (int k = 0; k < 1000; ++k) text += "[CONTROLS]\nx\n[RULES]\nx\n[NOTHING]\n";
        QCOMPARE(read(text).remarks.size(), std::size_t{101});
    }

    void a_file_that_is_called_like_a_name_with_parameters_is_opened() {
        const TestFolder folder;
        const std::string name = folder.write("a.inp:step=1", two_pipes()), plain = name.substr(0, name.rfind(':'));
        QCOMPARE(file_of_name(plain + ":step=2"), plain);
        QCOMPARE(file_of_name(name), name);
        QCOMPARE(parse_network_name(name).path, name);
        QCOMPARE(parse_network_name(name).step, 0);
        QCOMPARE(warploom::load_matrix(name).name, name);
    }

    void a_name_that_cannot_be_understood_is_refused_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"b.inp:steps=1", "b.inp:step", "b.inp:step=", "b.inp:step=-1", "b.inp:step=1.5",
                                 "b.inp:step=1001", "b.inp:unit=2", "b.inp:step=1,step=2", "b.inp:,"})
            QTest::newRow(name) << name;
    }
    void a_name_that_cannot_be_understood_is_refused() {
        QFETCH(QString, name);
        try {
            parse_network_name(name.toStdString());
            QFAIL("it was understood");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("matrix.parameter")); }
    }

    void a_network_that_travels_with_the_program_is_a_matrix_source() {
        const Matrix bare = warploom::load_matrix(hillside), later = warploom::load_matrix("hillside.inp:step=2"),
                     filled = warploom::load_matrix("hillside.inp:step=2,fill=1");
        QVERIFY(bare.network != nullptr);
        QCOMPARE(bare.rows(), bare.network->junctions);
        QCOMPARE(bare.name, std::string(hillside));
        QCOMPARE(bare.right_side.size(), static_cast<std::size_t>(bare.rows()));
        QCOMPARE(bare.link_conductance.size(), bare.network->links.size());
        QCOMPARE(bare.stored, bare.csr.nonzeros());
        QVERIFY(bare.hash() != later.hash());
        QCOMPARE(bare.csr.column, later.csr.column);
        QCOMPARE(later.explicit_zeros, 0);
        QCOMPARE(filled.explicit_zeros, filled.csr.nonzeros() - later.csr.nonzeros());
        QCOMPARE(filled.right_side, later.right_side);
        for (std::int64_t row = 0; row < later.rows(); ++row)
            for (std::int64_t k = later.csr.row_pointer[row]; k < later.csr.row_pointer[row + 1]; ++k)
                QCOMPARE(entry(filled.csr, row, later.csr.column[k]), later.csr.value[k]);
    }
};

WARPLOOM_TEST(NetworkMatrixTest);
#include "network_matrix_test.moc"
