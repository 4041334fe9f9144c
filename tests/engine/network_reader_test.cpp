// Tests every rule of the EPANET reader with a small file, and every error with a file that has one defect.
#include "engine/network/network_reader.h"
#include "engine/network/water_network.h"
#include "matrix_test_files.h"
#include "support/runner.h"

#include <QDir>
#include <QTest>

#include <set>
#include <zlib.h>

using namespace warploom::network;
using warploom::Error;
using Link = WaterNetwork::Link;
using Node = WaterNetwork::Node;

namespace {

WaterNetwork read(const QByteArray& text, Defects defects = Defects::refused) {
    return read_water_network_text("drawn.inp", text.toStdString(), defects);
}

/// Returns the network r - a - b with additional lines.
QByteArray small(const QByteArray& more) {
    return "[JUNCTIONS]\n a 10 5\n b 12 3\n[RESERVOIRS]\n r 50\n[PIPES]\n p1 r a 100 200 130\n p2 a b 100 200 130\n" +
           more;
}

std::string ids(const WaterNetwork& network) {
    std::string list;
    for (const Node& node : network.nodes) list += node.id + " ";
    list += "|";
    for (const Link& link : network.links) list += " " + link.id;
    return list;
}

const Link& link_called(const WaterNetwork& network, const char* id) {
    for (const Link& link : network.links)
        if (link.id == id) return link;
    qFatal("there is no such link");
}

const char* folder = WARPLOOM_SOURCE_DIR "/tests/data/networks/";

struct Defect {
    const char* file;
    int line;
    const char* words;
};
constexpr Defect defects[] = {
    {"web_page", 1, "This is a web page, not a matrix."},
    {"web_page_with_sections", 1, "This is a web page, not a matrix."},
    {"git_lfs_pointer", 1, "This is a Git LFS pointer"},
    {"pdf_document", 1, "This is a PDF document"},
    {"elevation_is_a_word", 4, "Expected an elevation as a number, found 'high'."},
    {"demand_with_comma", 5, "Expected a demand as a number, found '3,5'."},
    {"junction_twice", 5, "The node 'a' is already defined on line 4."},
    {"reservoir_without_head", 7, "Expected at least 2 words"},
    {"reservoir_named_as_a_junction", 7, "is already defined on line 5."},
    {"tank_without_diameter", 9, "Expected at least 6 words"},
    {"tank_with_negative_diameter", 9, "Expected a diameter of at least 0"},
    {"pipe_of_five_words", 10, "Expected at least 6 words"},
    {"pipe_to_no_node", 10, "The pipe 'p2' ends at the node 'c', which is not defined."},
    {"pipe_from_a_node_to_itself", 10, "Both ends of the pipe"},
    {"pipe_twice", 10, "The link 'p1' is already defined on line 9."},
    {"pipe_of_no_length", 10, "Expected a length greater than 0"},
    {"pipe_of_negative_diameter", 10, "Expected a diameter greater than 0"},
    {"pipe_of_no_roughness", 10, "Expected a roughness greater than 0"},
    {"pipe_with_negative_loss", 10, "Expected a loss coefficient of at least 0"},
    {"pipe_half_open", 10, "Expected OPEN, CLOSED or CV, found 'Half'"},
    {"length_is_not_finite", 10, "Expected a length as a number, found 'inf'."},
    {"length_beyond_double", 10, "Expected a length as a number"},
    {"pump_without_a_curve", 12, "requires HEAD with a curve or POWER"},
    {"pump_with_an_unknown_curve", 12, "The curve 'c1' is not defined in [CURVES]."},
    {"pump_with_a_rising_curve", 12, "Its head must decrease as the flow increases."},
    {"pump_with_a_word_too_few", 12, "Expected a value after 'HEAD'."},
    {"pump_with_an_unknown_word", 12, "Expected HEAD, POWER, SPEED or PATTERN, found 'LIFT'"},
    {"pump_with_negative_power", 12, "Expected a power greater than 0"},
    {"curve_with_falling_flows", 12, "Its flows must be in increasing order."},
    {"curve_of_one_number", 12, "Expected at least 3 words"},
    {"valve_of_unknown_type", 12, "Expected PRV, PSV, PBV, FCV, TCV or GPV, found 'XYZ'"},
    {"valve_without_setting", 12, "Expected at least 6 words"},
    {"general_valve_without_its_curve", 12, "is not defined in [CURVES]"},
    {"status_of_no_link", 12, "There is no link named 'p3'."},
    {"status_of_a_check_valve", 11, "has a check valve, so it cannot have a status"},
    {"status_of_a_pipe_is_a_number", 12, "Expected OPEN or CLOSED for 'p2'"},
    {"demand_of_no_junction", 12, "There is no junction named 'c'."},
    {"demand_with_an_unknown_pattern", 12, "The pattern 'nightly' is not defined in [PATTERNS]."},
    {"pattern_with_a_word", 12, "Expected a multiplier as a number, found 'high'."},
    {"unknown_flow_unit", 12, "Expected CFS, GPM"},
    {"unknown_head_loss", 13, "Expected H-W, D-W or C-M, found 'X-Y'"},
    {"viscosity_of_zero", 13, "Expected a viscosity greater than 0"},
    {"option_without_value", 13, "Expected at least 2 words"},
    {"time_of_four_parts", 15, "Expected a time such as 1.5, 1:30 or 1:30:00, found '0:00:00:00'"},
    {"time_below_zero", 15, "Expected a time"},
    {"time_is_missing", 15, "Expected a time after 'Timestep'."},
    {"pattern_step_of_zero", 15, "Expected a time greater than 0"},
    {"place_of_one_number", 15, "Expected at least 3 words"},
    {"vertex_is_a_word", 15, "Expected a coordinate as a number, found 'here'."},
    {"no_section", 1, "Expected the sections of an EPANET input file"},
    {"empty_file", 1, "Expected the sections of an EPANET input file"},
};

} // namespace

class NetworkReaderTest : public QObject {
    Q_OBJECT

private slots:
    void nodes_and_links_keep_the_order_of_the_file_with_junctions_first() {
        const WaterNetwork network = read("[TANKS]\n t 1 2 0 3 4\n[PUMPS]\n u r a POWER 3\n[JUNCTIONS]\n b 1\n a 2\n"
                                          "[RESERVOIRS]\n r 9\n[PIPES]\n p t b 1 2 100\n[JUNCTIONS]\n c 3 4\n");

        QCOMPARE(ids(network), std::string("b a c t r | u p"));
        QCOMPARE(network.junctions, 3);
        QCOMPARE(network.links[0].from, 4);
        QCOMPARE(network.links[0].to, 1);
        QVERIFY(network.nodes[3].kind == Node::Kind::tank);
        QCOMPARE(network.nodes[3].level, 2.0);
        QVERIFY(network.nodes[4].kind == Node::Kind::reservoir);
        QCOMPARE(network.nodes[4].elevation, 9.0);
        QCOMPARE(network.nodes[2].demand, 4.0);
    }

    void sections_may_come_in_any_order() {
        const QByteArray nodes = "[RESERVOIRS]\nr 50\n[JUNCTIONS]\na 10 5\nb 12 3\n",
                         pipes = "[PIPES]\np a b 1 2 100\n", status = "[STATUS]\np Closed\n",
                         valves = "[VALVES]\nv r a 12 GPV c\n", curves = "[CURVES]\nc 0 0\nc 5 9\n",
                         places = "[COORDINATES]\na 1 2\n[VERTICES]\np 3 4\n";
        for (const QByteArray& text :
             {nodes + pipes + valves + curves + status + places, places + status + curves + valves + pipes + nodes}) {
            const WaterNetwork network = read(text);
            QVERIFY(link_called(network, "p").status == Link::Status::closed);
            QCOMPARE(link_called(network, "p").vertices.size(), std::size_t{1});
            QCOMPARE(link_called(network, "v").curve, 0);
            QCOMPARE(network.nodes[0].place->y, 2.0);
            QVERIFY(!network.nodes[1].place);
        }
    }

    void section_names_are_known_by_four_letters_in_any_case() {
        const WaterNetwork network = read("[junc]\na 1\n[Reserve]\nr 5\n[PIPELINES]\np r a 1 2 100\n[JUN]\nx 1\n");

        QCOMPARE(ids(network), std::string("a r | p"));
        QCOMPARE(network.remarks.size(), std::size_t{1});
        QCOMPARE(network.remarks[0].line, 7);
        QVERIFY(network.remarks[0].text.find("[JUN]") != std::string::npos);
    }

    void comments_blank_lines_carriage_returns_and_a_title_are_passed_over() {
        const WaterNetwork network =
            read("\xef\xbb\xbf a title of EPANET 1\r\n\r\n[JUNCTIONS] ; nodes\r\n;a 1\r\n\ta\t10\t5\t;b 2\r\n"
                 "[TITLE]\r\nc 3 3\r\n[RESERVOIRS]\r\n\"r 1\" 7\r\n[END]\r\n[JUNCTIONS]\r\nd 1\r\n");

        QCOMPARE(ids(network), std::string("a r 1 |"));
        QCOMPARE(network.nodes[0].demand, 5.0);
    }

    void sections_that_would_change_the_matrix_are_remarks_with_their_line_and_the_others_are_not() {
        const WaterNetwork network = read(small("[QUALITY]\na 0.5\n[CONTROLS]\nLINK p1 CLOSED AT TIME 5\n[RULES]\n"
                                                "[EMITTERS]\na 0.1\n[LABELS]\n1 2 here\n"));

        QCOMPARE(network.remarks.size(), std::size_t{2}); // the rules are empty
        QCOMPARE(network.remarks[0].line, 12);
        QVERIFY(network.remarks[0].text.find("CONTROLS") != std::string::npos);
        QVERIFY(network.remarks[1].text.find("EMITTERS") != std::string::npos);
    }

    void pipes_take_their_loss_and_status_in_the_seventh_and_eighth_word() {
        const WaterNetwork network = read(small(" p3 a b 1 2 100 CV\n p4 a b 1 2 100 1.5\n p5 a b 1 2 100 2 Closed\n"));

        QVERIFY(link_called(network, "p1").status == Link::Status::open);
        QVERIFY(link_called(network, "p3").status == Link::Status::check_valve);
        QCOMPARE(link_called(network, "p3").minor_loss, 0.0);
        QCOMPARE(link_called(network, "p4").minor_loss, 1.5);
        QCOMPARE(link_called(network, "p5").minor_loss, 2.0);
        QVERIFY(link_called(network, "p5").status == Link::Status::closed);
    }

    void pumps_have_a_curve_a_power_or_the_numbers_of_epanet_1() {
        const WaterNetwork network =
            read(small("[PUMPS]\nu1 r a HEAD c SPEED 1.2\nu2 r a POWER 7\nu3 r a 8\nu4 r a 30 15\n"
                       "u5 r a 40 30 10 10 20\n[CURVES]\nc 15 30\n[STATUS]\nu2 0.5\nu3 0\n"));

        QCOMPARE(link_called(network, "u1").setting, 1.2);
        QCOMPARE(network.curves[link_called(network, "u1").curve].points[0].y, 30.0);
        QCOMPARE(link_called(network, "u2").power, 7.0);
        QCOMPARE(link_called(network, "u2").setting, 0.5);
        QCOMPARE(link_called(network, "u3").power, 8.0);
        QVERIFY(link_called(network, "u3").status == Link::Status::closed);
        const auto& one = network.curves[link_called(network, "u4").curve].points;
        QCOMPARE(one.size(), std::size_t{1});
        QCOMPARE(one[0].x, 15.0);
        const auto& three = network.curves[link_called(network, "u5").curve].points;
        QCOMPARE(three[0].y, 40.0);
        QCOMPARE(three[2].x, 20.0);
        QCOMPARE(three[2].y, 10.0);
    }

    void valves_regulate_unless_their_status_is_fixed() {
        const WaterNetwork network = read(small("[VALVES]\nv1 a b 8 PRV 40 0.3\nv2 a b 8 tcv 2\nv3 a b 8 FCV 9\n"
                                                "[STATUS]\nv2 Open\nv3 Closed\nv1 45\n"));

        QVERIFY(link_called(network, "v1").status == Link::Status::active);
        QCOMPARE(link_called(network, "v1").setting, 45.0);
        QCOMPARE(link_called(network, "v1").minor_loss, 0.3);
        QVERIFY(link_called(network, "v2").valve == ValveType::tcv);
        QVERIFY(link_called(network, "v2").status == Link::Status::open);
        QVERIFY(link_called(network, "v3").status == Link::Status::closed);
    }

    void demands_are_those_of_the_start_with_their_patterns() {
        const WaterNetwork network =
            read(small("[DEMANDS]\nb 10 day\nb 2\n[PATTERNS]\nday 1 2\nday 3\n1 0.5 0.25 4\nhead 1 1.1\n"
                       "[RESERVOIRS]\ns 100 head\n[TIMES]\nPattern Timestep 2:00\nPattern Start 3 HOURS\n"));

        QCOMPARE(network.nodes[0].demand, 5 * 0.25);          // [JUNCTIONS] with the pattern named 1
        QCOMPARE(network.nodes[1].demand, 10 * 2 + 2 * 0.25); // [DEMANDS] only
        QCOMPARE(network.nodes[3].elevation, 110.0);
    }

    void options_are_read_and_what_they_do_not_name_stays_usual() {
        const WaterNetwork usual = read(small(""));
        QVERIFY(usual.options.units == FlowUnit::gpm);
        QVERIFY(usual.options.pressure == PressureUnit::psi);
        QVERIFY(usual.options.head_loss == HeadLoss::hazen_williams);

        const WaterNetwork network =
            read(small("[OPTIONS]\nunits cmh\nHeadloss D-W\nViscosity 1.5\nSpecific Gravity 0.9\n"
                       "Demand Multiplier 1.8\nAccuracy 0.01\nTrials 40\nMap x.map\nPressure kPa\n"));
        QVERIFY(network.options.units == FlowUnit::cmh);
        QVERIFY(network.options.head_loss == HeadLoss::darcy_weisbach);
        QVERIFY(network.options.pressure == PressureUnit::kpa);
        QCOMPARE(network.options.viscosity, 1.5);
        QCOMPARE(network.options.specific_gravity, 0.9);
        QCOMPARE(network.options.demand_multiplier, 1.8);
        QCOMPARE(network.options.accuracy, 0.01);
        // A viscosity below 0.001 is in square meters per second; this one is that of water.
        const WaterNetwork metric = read(small("[OPTIONS]\nUnits LPS\nViscosity 1.02193344e-6\n"));
        QVERIFY(std::abs(metric.options.viscosity - 1) < 1e-12);
        QVERIFY(metric.options.pressure == PressureUnit::metres);
    }

    void each_flow_unit_is_a_cubic_foot_a_second_in_its_own_measure_data() {
        QTest::addColumn<QString>("word");
        QTest::addColumn<double>("flow"); // from the definitions of the units, to six digits
        QTest::addColumn<bool>("metric");
        QTest::newRow("cubic feet a second") << "CFS" << 1.0 << false;
        QTest::newRow("US gallons a minute") << "GPM" << 448.831 << false;
        QTest::newRow("million US gallons a day") << "MGD" << 0.646317 << false;
        QTest::newRow("million imperial gallons a day") << "IMGD" << 0.538171 << false;
        QTest::newRow("acre-feet a day") << "AFD" << 1.98347 << false;
        QTest::newRow("litres a second") << "LPS" << 28.3168 << true;
        QTest::newRow("litres a minute") << "LPM" << 1699.01 << true;
        QTest::newRow("million litres a day") << "MLD" << 2.44658 << true;
        QTest::newRow("cubic metres an hour") << "CMH" << 101.941 << true;
        QTest::newRow("cubic metres a day") << "CMD" << 2446.58 << true;
        QTest::newRow("cubic metres a second") << "CMS" << 0.0283168 << true;
    }
    void each_flow_unit_is_a_cubic_foot_a_second_in_its_own_measure() {
        QFETCH(QString, word);
        QFETCH(double, flow);
        QFETCH(bool, metric);
        const Units units = units_of(read(small("[OPTIONS]\nUnits " + word.toUtf8() + "\n")).options);
        QVERIFY(std::abs(units.flow / flow - 1) < 5e-6);
        QCOMPARE(units.length, metric ? 0.3048 : 1.0);
        QCOMPARE(units.diameter, metric ? 304.8 : 12.0);
        QVERIFY(std::abs(units.power - (metric ? 0.745700 : 1)) < 1e-6);
    }

    void tank_lines_of_two_words_are_reservoirs() {
        const WaterNetwork network = read("[JUNCTIONS]\na 1\n[TANKS]\nt 40\n[PIPES]\np a t 1 2 100\n");
        QVERIFY(network.nodes[1].kind == Node::Kind::reservoir);
        QCOMPARE(network.nodes[1].elevation, 40.0);
    }

    void places_of_nobody_are_counted_in_one_remark() {
        const WaterNetwork network = read(small("[COORDINATES]\na 1 2\nx 1 2\ny 1 2\n[VERTICES]\nq 3 4\n"));
        QCOMPARE(network.remarks.size(), std::size_t{2});
        QVERIFY(network.remarks[0].text.starts_with("2 lines of [COORDINATES]"));
        QVERIFY(network.remarks[1].text.starts_with("1 line of [VERTICES]"));
    }

    void counts_merge_parallel_links_and_see_fixed_grades() {
        const WaterNetwork network =
            read(small(" p3 b a 1 2 100\n p4 r a 1 2 100\n[VALVES]\nv a b 8 TCV 1\n[TANKS]\nt 1 2 0 3 4\n"
                       "[PIPES]\np5 t r 1 2 100\n"));
        const NetworkCounts counts = count(network);
        QCOMPARE(counts.pipes, 5);
        QCOMPARE(counts.valves, 1);
        QCOMPARE(counts.parallel_links_merged, 2); // p2, p3 and v are merged
        QCOMPARE(counts.links_to_fixed_grade, 2);  // p1 and p4; both ends of p5 are fixed
    }

    void junctions_without_a_path_to_a_source_are_found() {
        const WaterNetwork network =
            read(small("[JUNCTIONS]\n c 1\n d 2\n e 3\n[PIPES]\n p3 c d 1 2 100\n p4 e b 1 2 100 Closed\n"));
        QCOMPARE(junctions_cut_off(network), (std::vector<std::int32_t>{2, 3})); // a closed pipe also connects
        QVERIFY(junctions_cut_off(read(small(""))).empty());
    }

    void gzip_is_inflated_and_the_path_is_the_name() {
        const TestFolder temporary;
        const std::string path = temporary.path("drawn.inp.gz");
        gzFile file = gzopen(path.c_str(), "wb");
        const QByteArray text = small("");
        gzwrite(file, text.constData(), static_cast<unsigned>(text.size()));
        gzclose(file);

        const WaterNetwork network = read_water_network(path);

        QCOMPARE(network.name, path);
        QCOMPARE(network.links.size(), std::size_t{2});
    }

    void a_missing_file_is_refused_and_a_cancelled_reading_ends() {
        QVERIFY_THROWS_EXCEPTION(Error, read_water_network("no-such.inp"));
        QByteArray many = small("[COORDINATES]\n");
        for (int i = 0; i < 200000; ++i) many += "a 1 2\n";
        const TestFolder temporary;
        const std::string path = temporary.write("many.inp", many);
        const std::atomic<bool> cancelled{true};
        warploom::Progress progress;
        progress.cancelled = &cancelled;
        try {
            read_water_network(path, progress);
            QFAIL("it was read");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("cancelled")); }
    }

    void a_network_in_utf_16_is_read() {
        TestFolder there;
        const QByteArray text = small("; \xc3\xa4\n");
        QByteArray little("\xff\xfe"), big("\xfe\xff");
        for (const QChar c : QString::fromUtf8(text)) {
            const auto low = static_cast<char>(c.unicode() & 0xff), high = static_cast<char>(c.unicode() >> 8);
            little.append(low).append(high);
            big.append(high).append(low);
        }
        for (const QByteArray& bytes : {little, big})
            QCOMPARE(ids(read_water_network(there.write("a.inp", bytes))), ids(read(text)));
    }

    void a_malformed_line_is_refused_with_its_number_and_what_was_expected_data() {
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("words");
        for (const Defect& defect : defects) QTest::newRow(defect.file) << defect.line << defect.words;
    }
    void a_malformed_line_is_refused_with_its_number_and_what_was_expected() {
        QFETCH(int, line);
        QFETCH(QString, words);
        const std::string path = folder + std::string(QTest::currentDataTag()) + ".inp";
        try {
            read_water_network(path);
            QFAIL("the file was read");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("file.malformed"));
            const QString sentence = QString::fromUtf8(error.what());
            QVERIFY2(sentence.startsWith(QString("%1, line %2: ").arg(QString::fromStdString(path)).arg(line)),
                     error.what());
            QVERIFY2(sentence.contains(words), error.what());
        }
    }

    void every_file_with_a_defect_is_in_the_table() {
        std::set<QString> listed;
        for (const Defect& defect : defects) listed.insert(QString(defect.file) + ".inp");
        const QStringList files = QDir(folder).entryList({"*.inp"}, QDir::Files);
        QCOMPARE(std::set<QString>(files.begin(), files.end()), listed);
    }

    void a_reader_that_counts_defects_goes_on_behind_them() {
        const WaterNetwork network =
            read(small(" p3 a nowhere 1 2 100\n p4 a b -1 2 100\n p5 a b 1 2 100\n[STATUS]\n p3 Closed\n"),
                 Defects::counted);

        QCOMPARE(ids(network), std::string("a b r | p1 p2 p5"));
        QCOMPARE(network.undefined_link_ends, 1);
        QCOMPARE(network.remarks.size(), std::size_t{2});
        QCOMPARE(network.remarks[0].line, 9);
        QCOMPARE(network.remarks[1].line, 10);
    }
};

WARPLOOM_TEST(NetworkReaderTest);
#include "network_reader_test.moc"
