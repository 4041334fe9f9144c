// The Warp page without its windows: reading documents, counting, sentences, worst steps, corresponding steps.
#include "tests/ui/warp_page_support.h"

#include "engine/error.h"
#include "support/runner.h"
#include "ui/components/warp/access_view.h"
#include "ui/pages/warp/step_sentence.h"
#include "ui/pages/warp/warp_place.h"

#include <QTest>

#include <bit>
#include <random>

using namespace warploom;
using namespace warploom::ui;
using nlohmann::json;
using simulated::Coalescing;
using warp_support::analysis;
using warp_support::card;
using warp_support::stepOf;
using warp_support::trace;

namespace {

/// Returns the error for an invalid document, or empty strings if it is accepted.
std::pair<QString, QString> refusal(const json& document) {
    try {
        trace(document);
        return {};
    } catch (const Error& error) { return {QString::fromUtf8(error.what()), QString::fromStdString(error.code())}; }
}

} // namespace

class WarpPageTraceTest : public QObject {
    Q_OBJECT

private slots:
    void a_document_is_read_whole() {
        const auto read = trace(warp_documents::csr_scalar("m", 32, 1, 0));
        QCOMPARE(read->kernel, std::string("csr-scalar"));
        QCOMPARE(read->block_index, 1);
        QCOMPARE(read->arrays.size(), 5U);
        // Two loads of row pointers, three loads in each of at most 7 iterations, one store.
        QCOMPARE(read->step_count(), 2 + 3 * 7 + 1);
        QCOMPARE(read->steps.front().active.bits, 0xffffffffU);
        QCOMPARE(read->steps.front().index[0], 33); // row_pointer[row + 1] of row 32
        QCOMPARE(read->written_rows->first, 32);
        QCOMPARE(read->written_rows->second, 63);
        const auto* entries = read->entries_at(stepOf(*read, "value"));
        QVERIFY(entries != nullptr);
        QCOMPARE((*entries)[3].row, 35);
        QCOMPARE((*entries)[3].col, warp_documents::columns(35).front());
        // The subsequent load of x has the same entries; before the first load, there are none.
        QCOMPARE(read->entries_at(stepOf(*read, "x")), entries);
        QVERIFY(read->entries_at(0) == nullptr);
        QCOMPARE(static_cast<int>(read->owners.entries.size()), warp_documents::begin(64));
    }

    void numbers_of_64_bits_travel_as_texts() {
        json document = warp_documents::csr_scalar("m");
        document["arrays"][1]["base"] = "281474976710000";
        QCOMPARE(trace(document)->arrays[1].base, 281474976710000ULL);
        document["arrays"][1]["base"] = "12x";
        QVERIFY(refusal(document).first.contains(QStringLiteral("arrays[1].base")));
    }

    void a_broken_document_is_refused_with_the_field_data() {
        QTest::addColumn<QString>("patch"); // JSON patch, RFC 6902
        QTest::addColumn<QString>("field");
        const auto row = [](const char* name, const char* path, const char* value, const char* field) {
            QTest::newRow(name) << QStringLiteral(R"([{"op":"add","path":"%1","value":%2}])")
                                       .arg(QLatin1String(path), QLatin1String(value))
                                << QString::fromLatin1(field);
        };
        row("no matrix", "/matrix", "null", "matrix");
        row("a matrix that is a text", "/matrix", "\"m\"", "matrix");
        row("rows below zero", "/matrix/rows", "-1", "matrix.rows");
        row("rows that are no number", "/matrix/rows", "[]", "matrix.rows");
        row("a broken number", "/matrix/rows", "1.5", "matrix.rows");
        row("no launches", "/launches", "[]", "launches");
        row("a launch that is not there", "/launch", "7", "launch");
        row("an array of no width", "/arrays/0/element_bytes", "0", "arrays[0].element_bytes");
        row("a space of memory that is unknown", "/arrays/0/space", "\"texture\"", "arrays[0].space");
        row("a site of an unknown array", "/sites/2/array", "5", "sites[2].array");
        row("a load of no array", "/sites/2/array", "-1", "sites[2].array");
        row("an unknown kind of access", "/sites/2/kind", "\"prefetch\"", "sites[2].kind");
        row("a step at an unknown site", "/steps/3/site", "6", "steps[3].site");
        row("a step at a site below zero", "/steps/3/site", "-1", "steps[3].site");
        row("a mask that is too long", "/steps/3/active", "\"1ffffffff\"", "steps[3].active");
        row("a mask that is no number", "/steps/3/active", "\"fffffffg\"", "steps[3].active");
        row("a mask with a sign", "/steps/3/active", "\"-0000001\"", "steps[3].active");
        row("no lane at all", "/steps/3/active", "\"00000000\"", "steps[3].active");
        row("a lane that acts and waits", "/steps/0/waiting", "\"00000001\"", "steps[0].waiting");
        row("too few lanes", "/steps/3/index", "[1,2]", "steps[3].index");
        row("an active lane without index", "/steps/0/index/4", "\"four\"", "steps[0].index[4]");
        row("an entry outside of the matrix", "/steps/2/entry/0", "[64,0]", "steps[2].entry[0]");
        row("an entry of three", "/steps/2/entry/0", "[1,2,3]", "steps[2].entry[0]");
        row("an owner outside of the window", "/owners/entries/0", "[99,0,0,0,0]", "owners.entries[0]");
        row("an owner's lane beyond the warp", "/owners/entries/0", "[0,0,0,0,32]", "owners.entries[0][4]");
        row("a source without lines", "/source/0/lines", "7", "source[0].lines");
        row("a source of numbers", "/source/0/lines", "[7]", "source[0].lines[0]");
        row("fewer steps in all than there are", "/truncated", "3", "truncated");
        row("steps that are an object", "/steps", "{}", "steps");
        row("a step that is a list", "/steps/1", "[]", "steps[1]");
    }
    void a_broken_document_is_refused_with_the_field() {
        QFETCH(QString, patch);
        QFETCH(QString, field);
        json whole = warp_documents::csr_scalar("m");
        const std::string path = json::parse(patch.toStdString())[0]["path"];
        // On a list, "add" would insert, so this replaces existing values.
        json change = json::parse(patch.toStdString());
        if (whole.contains(json::json_pointer(path))) change[0]["op"] = "replace";
        QVERIFY(refusal(whole).first.isEmpty());
        const auto [sentence, code] = refusal(whole.patch(change));
        QCOMPARE(code, QStringLiteral("warp.malformed"));
        QVERIFY2(sentence.contains(QLatin1Char('\'') + field + QLatin1Char('\'')), qPrintable(sentence));
    }

    void a_warp_that_does_nothing_is_no_error() {
        json document = warp_documents::csr_scalar("m");
        document["steps"] = json::array();
        const auto seen = analysis(document);
        QVERIFY(seen->worstSteps().empty());
        QVERIFY(stepSentence(*seen, 0).contains(QStringLiteral("no recorded steps")));
        QVERIFY(!warpSummary(*seen).isEmpty());
        QCOMPARE(seen->stepTable().rows.size(), 0U);
    }

    void lanes_are_named_as_a_person_would() {
        QCOMPARE(lanesText(0xffffffffU), QStringLiteral("all 32 lanes"));
        QCOMPARE(lanesText(1U << 5), QStringLiteral("lane 5"));
        QCOMPARE(lanesText(1U << 3 | 1U << 7 | 1U << 12), QStringLiteral("lanes 3, 7 and 12"));
        QCOMPARE(lanesText(0xffffU), QStringLiteral("lanes 0 to 15"));
        QCOMPARE(lanesText(0x80000000U), QStringLiteral("lane 31"));
        QCOMPARE(lanesText(0xe0000000U), QStringLiteral("lanes 29 to 31"));
        QCOMPARE(lanesText(3), QStringLiteral("lanes 0 and 1"));
        QCOMPARE(lanesText(0x55555555U), QStringLiteral("16 lanes"));
        QCOMPARE(lanesText(0), QStringLiteral("no lane"));
    }

    void the_sentence_of_a_step_says_line_lanes_and_bytes() {
        // 32 lanes read 32 adjacent pointers of 4 bytes, starting at the second: 128 bytes in 5 sectors.
        const auto seen = analysis(warp_documents::csr_scalar("m"));
        QCOMPARE(stepSentence(*seen, 0),
                 QStringLiteral(
                     "csr_scalar.cu, line 6: all 32 lanes load row_pointer. 5 transactions "
                     "of 32 bytes (80% of the bytes are used). Contiguous addresses would need only 4 transactions."));
        QCOMPARE(stepSentence(*seen, 1),
                 QStringLiteral("csr_scalar.cu, line 7: all 32 lanes load row_pointer. 4 transactions "
                                "of 32 bytes (100% of the bytes are used)."));
        // In the last iteration, the rows with 7 entries are those with 5 r mod 7 = 6: r = 4, 11, 18, 25.
        const int last = stepOf(seen->trace(), "value", seen->trace().step_count() - 4);
        QCOMPARE(stepSentence(*seen, last),
                 QStringLiteral(
                     "csr_scalar.cu, line 8: lanes 4, 11, 18 and 25 load value. 28 lanes wait. 4 transactions of 32 "
                     "bytes (25% of the bytes are used). Contiguous addresses would need only 1 transaction."));
    }

    void the_sentence_follows_the_rule_of_the_card() {
        const json document = warp_documents::csr_scalar("m");
        // 1.3: each half-warp reads 16 adjacent elements of 4 bytes, half of a 128-byte segment.
        const QString half = stepSentence(*analysis(document, card(Coalescing::half_warp_segments, 16)), 1);
        QVERIFY2(half.contains(QStringLiteral("2 transactions of 64 bytes (100%")), qPrintable(half));
        const QString lines = stepSentence(*analysis(document, card(Coalescing::lines_128)), 1);
        QVERIFY2(lines.contains(QStringLiteral("1 transaction of 128 bytes (100%")), qPrintable(lines));
    }

    void shared_memory_barriers_and_atomics_have_their_own_words() {
        const auto seen = analysis(warp_documents::tile("m", 2));
        QCOMPARE(stepSentence(*seen, 0),
                 QStringLiteral(
                     "tile.cu, line 3: all 32 lanes store part in shared memory. No bank conflicts: 1 wavefront."));
        QCOMPARE(stepSentence(*seen, 1),
                 QStringLiteral("tile.cu, line 4: all 32 lanes reach a block-wide barrier (__syncthreads)."));
        QCOMPARE(stepSentence(*seen, 2),
                 QStringLiteral("tile.cu, line 5: all 32 lanes load part from shared memory. Bank conflict: up to 2 "
                                "words are in the same bank, which takes 2 wavefronts instead of 1."));
        QVERIFY(stepSentence(*seen, 3).contains(QStringLiteral("32 lanes add to the same address")));
        const auto vector = analysis(warp_documents::csr_vector("m", 32, 3));
        const int shuffle = vector->trace().step_count() - 2;
        QCOMPARE(stepSentence(*vector, shuffle),
                 QStringLiteral("warp_sum.cuh, line 4: all 32 lanes read values from other lanes (shuffle)."));
        QCOMPARE(
            stepSentence(*vector, shuffle + 1),
            QStringLiteral(
                "csr_vector.cu, line 8: lane 0 stores y. 31 lanes have finished. 1 transaction of 32 bytes (25% of "
                "the bytes are used)."));
    }

    void the_worst_step_has_the_most_transactions_for_each_active_lane() {
        const auto seen = analysis(warp_documents::csr_scalar("m"));
        const std::vector<int>& worst = seen->worstSteps();
        QCOMPARE(static_cast<int>(worst.size()), seen->trace().step_count());
        double before = 1e9;
        for (const int step : worst) {
            const double each = static_cast<double>(seen->cost(step).transactions) /
                                std::popcount(seen->trace().steps[step].active.bits);
            QVERIFY(each <= before);
            before = each;
        }
        // A step in which many lanes each need a transaction is worse than one in which few do.
        QVERIFY(seen->cost(worst[0]).transactions >= seen->cost(worst[1]).transactions);
        // For shared memory, passes are counted.
        const auto tiled = analysis(warp_documents::tile("m", 32));
        QCOMPARE(tiled->worstSteps().front(), 2);
    }

    void the_lines_add_up_to_the_steps() {
        for (const json& document : {warp_documents::csr_scalar("m"), warp_documents::ell("m"),
                                     warp_documents::csr_vector("m"), warp_documents::tile("m")}) {
            const auto seen = analysis(document);
            const Table steps = seen->stepTable(), lines = seen->lineTable();
            for (const char* column : {"transactions", "fetched", "used", "bank_passes", "flops"}) {
                double by_step = 0, by_line = 0;
                for (std::size_t r = 0; r < steps.rows.size(); ++r) by_step += steps.number(r, steps.column(column));
                for (std::size_t r = 0; r < lines.rows.size(); ++r) by_line += lines.number(r, lines.column(column));
                QCOMPARE(by_line, by_step);
            }
            double instructions = 0;
            for (std::size_t r = 0; r < lines.rows.size(); ++r)
                instructions += lines.number(r, lines.column("warp_instructions"));
            QCOMPARE(static_cast<int>(instructions), seen->trace().step_count());
        }
    }

    void the_table_of_lanes_names_the_segment_of_each() {
        const auto seen = analysis(warp_documents::csr_scalar("m"));
        const Table table = seen->laneTable(1);
        QCOMPARE(table.rows.size(), 32U);
        for (std::size_t lane = 0; lane < 32; ++lane) {
            QCOMPARE(table.text(lane, table.column("state")), std::string("active"));
            QCOMPARE(table.number(lane, table.column("index")), static_cast<double>(lane));
            const double address = table.number(lane, table.column("address"));
            QCOMPARE(address, 256.0 + 4.0 * static_cast<double>(lane));
            const double segment = table.number(lane, table.column("segment_address"));
            QVERIFY(segment <= address && address + 4 <= segment + table.number(lane, table.column("segment")));
        }
        const Table waiting = seen->laneTable(stepOf(seen->trace(), "value", seen->trace().step_count() - 4));
        QCOMPARE(waiting.text(0, waiting.column("state")), std::string("waiting"));
        QCOMPARE(waiting.text(0, waiting.column("index")), std::string());
        QCOMPARE(waiting.number(4, waiting.column("row")), 4.0);
    }

    void the_banks_in_the_picture_take_as_many_passes_as_the_engine_counts() {
        std::mt19937 random(7);
        for (int round = 0; round < 3000; ++round) {
            std::array<std::uint64_t, 32> addresses{};
            const int bytes = 1 << (2 + static_cast<int>(random() % 3));
            const int spread = 1 << (random() % 9);
            for (auto& address : addresses)
                address = random() % static_cast<unsigned>(spread) * static_cast<unsigned>(bytes);
            const std::uint32_t active = round % 3 == 0 ? 0xffffffffU : static_cast<std::uint32_t>(random()) | 1U;
            for (const int banks : {16, 32}) {
                int passes = 0;
                std::uint32_t served = 0;
                for (const BankGroup& group : bankGroups(banks, addresses, active, bytes)) {
                    passes += group.passes;
                    for (const auto& words : group.banks)
                        for (const auto& word : words) {
                            served |= word.lanes;
                            QVERIFY(word.pass < group.passes);
                        }
                }
                QCOMPARE(passes, simulated::find_bank_use(banks, addresses, active, bytes).passes);
                QCOMPARE(served, active);
            }
        }
    }

    void another_kernel_is_entered_at_the_same_entry() {
        const auto scalar = trace(warp_documents::csr_scalar("m")), ell = trace(warp_documents::ell("m"));
        // The fifth load of x corresponds to the fifth load of x.
        int step = -1;
        for (int k = 0; k < 5; ++k) step = stepOf(*scalar, "x", step + 1);
        const int there = stepAt(*ell, placeOf(*scalar, step));
        QCOMPARE(ell->array_of(there), std::string("x"));
        QCOMPARE(placeOf(*ell, there).occurrence, 4);
        QCOMPARE(stepAt(*scalar, placeOf(*ell, there)), step);
        // If a step occurs less often in the other kernel, it maps to the last occurrence; if it does not occur, to the
        // same relative position.
        const auto vector = trace(warp_documents::csr_vector("m"));
        QCOMPARE(stepAt(*vector, placeOf(*scalar, step)), stepOf(*vector, "x"));
        QCOMPARE(stepAt(*ell, placeOf(*scalar, 0)), 0);
        QCOMPARE(stepAt(*ell, {"nowhere", 0, 1.0}), ell->step_count() - 1);
    }

    void the_warp_of_a_row_is_found() {
        // 64 rows in blocks of 32: row 40 is in block 1. With csr-vector, it is in warp 40 of 64.
        const auto scalar = trace(warp_documents::csr_scalar("m"));
        QCOMPARE(warpOfRow(*scalar, 40, {}, 32), (WarpChoice{0, 1, 0}));
        QCOMPARE(firstRow(*trace(warp_documents::csr_scalar("m", 32, 1))), 32);
        const auto vector = trace(warp_documents::csr_vector("m", 64));
        QCOMPARE(warpOfRow(*vector, 40, {}, 32), (WarpChoice{0, 20, 0}));
        QCOMPARE(warpOfRow(*vector, 41, {}, 32), (WarpChoice{0, 20, 1}));
        // If the row is unknown, the thread with the same number, but never outside of the launch.
        const auto tile = trace(warp_documents::tile("m"));
        QCOMPARE(warpOfRow(*tile, 5, {0, 1, 0}, 32), (WarpChoice{0, 1, 0}));
        QCOMPARE(warpOfRow(*tile, 5, {0, 700, 3}, 128), (WarpChoice{0, 1, 0}));
    }
};

WARPLOOM_WINDOW_TEST(WarpPageTraceTest);
#include "warp_page_trace_test.moc"
