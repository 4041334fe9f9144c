// The steps that are drawn as panes: building formats, naive AᵀA, the three memories, COO in shared memory.

#include "engine/error.h"
#include "engine/walkthrough/pane_steps.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace warploom;
using namespace warploom::walkthrough;

namespace {

std::vector<double> array_of(const BuiltFormat& built, const char* name) {
    for (const BuiltArray& array : built.arrays)
        if (array.name == name) return array.numbers;
    return {-999};
}

const Pane& pane_of(const PaneStep& step, const char* title) {
    for (const Pane& pane : step.panes)
        if (pane.title == title) return pane;
    throw std::runtime_error(title);
}

} // namespace

class StepsPanesTest : public QObject {
    Q_OBJECT

private slots:
    void every_step_fits_its_panes_data() {
        QTest::addColumn<QString>("name");
        for (const std::string& format : built_formats())
            QTest::newRow(format.c_str()) << QString::fromStdString(format);
        for (const char* name : {"naive", "shelves", "shared", "owners", "cr", "pcr", "grid", "sums", "block row"})
            QTest::newRow(name) << QString(name);
    }
    void every_step_fits_its_panes() {
        QFETCH(QString, name);
        const PaneSteps all = name == "naive"       ? naive_ata_steps()
                              : name == "shelves"   ? ata_shelves_steps()
                              : name == "shared"    ? coo_shared_steps()
                              : name == "owners"    ? row_owner_steps()
                              : name == "grid"      ? grid_steps()
                              : name == "cr"        ? reduction_sheet(Method::cr)
                              : name == "pcr"       ? reduction_sheet(Method::pcr)
                              : name == "sums"      ? segmented_sheet()
                              : name == "block row" ? bcsr_warp_steps()
                                                    : build_format(name.toStdString(), format_example()).shown;
        QVERIFY(all.steps.size() >= 3);
        QVERIFY(!all.title.empty() && !all.source.empty());
        int questions = 0;
        for (const PaneStep& step : all.steps) {
            QVERIFY(!step.sentence.empty() && step.sentence.back() == '.' && !step.formula.empty());
            QVERIFY(*step.line.text != 0);
            questions += step.question.has_value();
            for (const Pane& pane : step.panes) {
                QCOMPARE(static_cast<int>(pane.cells.size()), pane.rows * pane.columns);
                QVERIFY(pane.x >= 0 && pane.y >= 0 && pane.x + pane.width <= 1.001 && pane.y + pane.height <= 1.001);
                QVERIFY(pane.row_names.empty() || static_cast<int>(pane.row_names.size()) == pane.rows);
            }
            for (const PaneArrow& arrow : step.arrows) {
                QVERIFY(arrow.from_cell < static_cast<int>(step.panes.at(arrow.from_pane).cells.size()));
                QVERIFY(arrow.to_cell < static_cast<int>(step.panes.at(arrow.to_pane).cells.size()));
            }
        }
        QVERIFY(questions >= 2);
    }

    void every_block_of_the_grid_starts_once_where_one_has_ended() {
        const PaneSteps all = grid_steps();
        std::vector<std::string> order;
        for (const PaneStep& step : all.steps) {
            for (const PaneCell& cell : step.panes[1].cells)
                if (cell.look == PaneCell::Look::written) order.push_back(cell.text);
            std::set<std::string> resident; // a block runs in only one place
            for (const PaneCell& cell : step.panes[1].cells)
                if (cell.look != PaneCell::Look::gap) QVERIFY(resident.insert(cell.text).second);
        }
        QCOMPARE(order, (std::vector<std::string>{"block 0", "block 1", "block 2", "block 3", "block 4", "block 5",
                                                  "block 6", "block 7"}));
        // Blocks take 3, 1, 2, 2, 1, 3, 1, 2 turns. Block 1 ends first, then 2; after 3 turns 0 and 3, and so on.
        QVERIFY(all.steps[6].sentence.starts_with("Block 1 has finished."));
        for (const PaneCell& cell : all.steps.back().panes[0].cells) QVERIFY(cell.look == PaneCell::Look::idle);
        QVERIFY(all.steps.back().sentence.ends_with("The kernel has finished."));
    }

    void a_corner_of_a_matrix_is_built_with_its_own_values() {
        CsrMatrix a; // 20 x 20, 100 i + j on and above the diagonal
        a.rows = a.cols = 20;
        a.row_pointer = {0};
        for (std::int32_t i = 0; i < 20; ++i) {
            for (const std::int32_t j : {i, i + 1})
                if (j < 20) {
                    a.column.push_back(j);
                    a.value.push_back(100.0 * i + j);
                }
            a.row_pointer.push_back(static_cast<std::int64_t>(a.column.size()));
        }
        const CsrMatrix corner = corner_of(a, 6, 6);
        QCOMPARE(corner.rows, std::int64_t{8});
        QCOMPARE(corner.nonzeros(), std::int64_t{15}); // the last entry is outside
        QCOMPARE(array_of(build_format("csr", corner), "column").at(1), 1.0);
        QCOMPARE(array_of(build_format("csr", corner), "value").at(0), 606.0);
        QCOMPARE(corner_of(a, 16, 16).rows, std::int64_t{4});
        QVERIFY_THROWS_EXCEPTION(Error, corner_of(a, 0, 12));
    }

    void jad_of_three_rows_is_the_one_made_by_hand() {
        // Rows with 1, 3 and 2 entries: the order is 1, 2, 0, and the diagonals have 3, 2 and 1 entries.
        CsrMatrix a;
        a.rows = a.cols = 3;
        a.row_pointer = {0, 1, 4, 6};
        a.column = {0, 0, 1, 2, 1, 2};
        a.value = {11, 21, 22, 23, 32, 33};
        const BuiltFormat jad = build_format("jad", a);
        QCOMPARE(array_of(jad, "permutation"), (std::vector<double>{1, 2, 0}));
        QCOMPARE(array_of(jad, "diagonal_pointer"), (std::vector<double>{0, 3, 5, 6}));
        QCOMPARE(array_of(jad, "value"), (std::vector<double>{21, 32, 11, 22, 33, 23}));
        QCOMPARE(array_of(jad, "column"), (std::vector<double>{0, 1, 0, 1, 2, 2}));
        QCOMPARE(jad.shown.steps.size(), std::size_t{6}); // the matrix, compressed, sorted, three diagonals
        QCOMPARE(jad.shown.steps[2].question->answer, 1);
        const BuiltFormat ell = build_format("ell", a);
        QCOMPARE(array_of(ell, "value"), (std::vector<double>{11, 21, 32, 0, 22, 33, 0, 23, 0}));
        QCOMPARE(array_of(ell, "length"), (std::vector<double>{1, 3, 2}));
        const BuiltFormat dia = build_format("dia", a);
        QCOMPARE(array_of(dia, "offset"), (std::vector<double>{-1, 0, 1}));
        QCOMPARE(array_of(dia, "value"), (std::vector<double>{0, 21, 32, 11, 22, 33, 0, 23, 0}));
    }

    void every_entry_is_stored_once_and_stands_out_when_it_is() {
        const CsrMatrix a = format_example();
        for (const std::string& format : built_formats()) {
            std::multiset<std::string> stored;
            for (const PaneStep& step : build_format(format, a).shown.steps)
                for (const Pane& pane : step.panes)
                    if (pane.title.starts_with("value"))
                        for (const PaneCell& cell : pane.cells)
                            if (cell.look == PaneCell::Look::written) stored.insert(cell.text);
            std::multiset<std::string> entries;
            for (const double value : a.value) entries.insert(std::to_string(static_cast<int>(value)));
            QVERIFY2(stored == entries, format.c_str());
        }
    }

    void what_is_too_large_or_unknown_is_refused() {
        CsrMatrix wide;
        wide.rows = wide.cols = 13;
        wide.row_pointer.assign(14, 0);
        QVERIFY_THROWS_EXCEPTION(Error, build_format("jad", wide));
        QVERIFY_THROWS_EXCEPTION(Error, build_format("jads", format_example()));
        QVERIFY_THROWS_EXCEPTION(Error, build_format("jad", CsrMatrix()));
    }

    void the_sheets_have_the_rows_and_arrows_of_the_figures() {
        // CR of eight: 4 rows, 2 that one thread solves, then 2 and 4 unknowns. Each row reads itself and its
        // neighbors.
        const PaneSteps cr = reduction_sheet(Method::cr), pcr = reduction_sheet(Method::pcr);
        QCOMPARE(cr.steps.size(), std::size_t{5});
        QCOMPARE(pcr.steps.size(), std::size_t{3});
        std::vector<int> rows;
        for (const PaneStep& step : cr.steps) rows.push_back(step.question->answer);
        QCOMPARE(rows, (std::vector<int>{4, 2, 2, 2, 4}));
        for (const PaneStep& step : pcr.steps) QCOMPARE(step.question->answer, 8);
        QCOMPARE(pcr.steps.back().panes.size(), std::size_t{4});
        // Distances 1, 2 and 4: 8 + 7 + 7, 8 + 6 + 6 and 8 + 4 + 4 arrows.
        QCOMPARE(pcr.steps.back().arrows.size(), std::size_t{22 + 20 + 16});
    }

    void a_poster_has_numbers_threads_operations_a_legend_and_a_caption_of_its_own() {
        const PaneSteps cr = reduction_sheet(Method::cr, true), pcr = reduction_sheet(Method::pcr, true);
        for (const PaneSteps& poster : {cr, pcr}) {
            QVERIFY(!poster.legend.empty() && !poster.arrow_means.empty());
            QVERIFY(poster.caption.find("Step 5 of 5") == std::string::npos);
            for (const Pane& pane : poster.steps.back().panes)
                for (const PaneCell& cell : pane.cells) {
                    QVERIFY2(cell.text.find('\n') != std::string::npos, cell.text.c_str()); // and its coefficients
                    QVERIFY2(cell.text.find_first_of("0123456789", cell.text.find('\n')) != std::string::npos,
                             cell.text.c_str());
                    const bool has_thread = cell.text.find("  t") != std::string::npos;
                    QCOMPARE(has_thread, cell.look == PaneCell::Look::written);
                }
        }
        // By hand: 4 rows at 12, 2 at 12, a pair at 9, 2 and 4 rows at 5.
        for (const char* part : {"Step 1: 4 of 4 threads, 48 operations", "Step 3: 1 of 4 threads, 9 operations",
                                 "5 steps and 111 operations in total", "17n = 136"})
            QVERIFY2(cr.caption.find(part) != std::string::npos, cr.caption.c_str());
        QVERIFY2(pcr.caption.find("3 steps and 296 operations in total") != std::string::npos, pcr.caption.c_str());
        QVERIFY2(pcr.caption.find("= 288") != std::string::npos, pcr.caption.c_str());
        QCOMPARE(cr.steps.back().panes.front().cells[1].text, std::string("e2\n−1  2  −1  | 3"));
        const PaneSteps sums = segmented_sheet(true);
        QVERIFY2(sums.caption.find("35 products") != std::string::npos, sums.caption.c_str());
        QVERIFY(pane_of(sums.steps.back(), "row of each entry, and the warp and lane that process it")
                    .cells[9]
                    .text.find("w0 l1") != std::string::npos);
        // On the screen they are unchanged.
        QCOMPARE(reduction_sheet(Method::cr).steps.back().panes.front().cells[1].text, std::string("e2"));
        QVERIFY(reduction_sheet(Method::cr).caption.empty());
    }

    void rows_in_turn_share_every_line_and_rows_in_blocks_none() {
        const PaneSteps owners = row_owner_steps();
        QCOMPARE(owners.steps[0].question->answer, 3);
        QCOMPARE(owners.steps[1].question->answer, 0);
        QCOMPARE(owners.steps[2].question->answer, 0);
    }

    void c_2_7_is_the_product_of_its_two_columns() {
        const PaneSteps all = naive_ata_steps();
        const Pane& a = all.steps.front().panes[0];
        int expected = 0;
        for (int i = 0; i < a.rows; ++i)
            expected += std::stoi(a.cells[i * a.columns + 2].text) * std::stoi(a.cells[i * a.columns + 7].text);
        const Pane& c = all.steps[all.steps.size() - 2].panes[1];
        QCOMPARE(c.cells[2 * c.columns + 7].text, std::to_string(expected));
        QVERIFY(c.cells[2 * c.columns + 7].look == PaneCell::Look::written);
        QCOMPARE(all.steps.size(), std::size_t(a.rows + 3));
        // The last step shows all of C, computed from the known values of A.
        const Pane& whole = all.steps.back().panes[1];
        for (int n = 0; n < whole.rows; ++n)
            for (int m = 0; m < whole.columns; ++m) {
                int sum = 0;
                for (int i = 0; i < a.rows; ++i)
                    sum += std::stoi(a.cells[i * a.columns + n].text) * std::stoi(a.cells[i * a.columns + m].text);
                QCOMPARE(whole.cells[n * whole.columns + m].text, std::to_string(sum));
            }
    }

    void nothing_is_multiplied_before_it_is_in_shared_memory_and_all_of_a_is() {
        const PaneSteps all = ata_shelves_steps();
        int done = 0;
        for (const PaneStep& step : all.steps) {
            const int now = std::stoi(step.panes[0].cells[4].text);
            QVERIFY(now >= done);
            if (now > done) QVERIFY(!step.panes[1].cells[0].text.empty());
            done = now;
        }
        QCOMPARE(done, 12);
        // While one slice is being loaded, another is in shared memory.
        QVERIFY(std::any_of(all.steps.begin(), all.steps.end(), [](const PaneStep& step) {
            return step.panes[0].cells[0].text.ends_with("slice 1") &&
                   step.panes[1].cells[0].text.starts_with("slice 0");
        }));
    }

    /// Figure 5: thread 30 has the third row of the tenth column, and the eleventh column starts again with thread 1.
    void a_warp_reads_ten_columns_of_three_and_two_threads_are_idle() {
        const PaneSteps all = bcsr_warp_steps();
        QCOMPARE(all.steps.size(), std::size_t{9}); // active threads, three iterations, 10 > 5 > 3 > 2 > 1, y
        Pane row = pane_of(all.steps.front(), "block row: the thread that reads each value");
        QCOMPARE(row.at(2, 9).text, std::string("30"));
        QCOMPARE(row.at(0, 10).text, std::string("1"));
        QCOMPARE(row.at(0, 20).text, std::string("1"));
        for (const PaneStep& step : all.steps) {
            Pane warp = pane_of(step, "warp: each thread and the number of columns in its sum");
            for (const int thread : {31, 32}) QVERIFY(warp.at(1, thread - 1).text.empty());
        }
        Pane last = pane_of(all.steps.back(), "warp: each thread and the number of columns in its sum");
        for (int row_of_block = 0; row_of_block < 3; ++row_of_block)
            QCOMPARE(last.at(1, row_of_block).text, std::string("21")); // all columns of the row
        Pane third = pane_of(all.steps[3], "warp: each thread and the number of columns in its sum");
        QCOMPARE(third.at(1, 0).text, std::string("3")); // columns 1, 11 and 21
        QCOMPARE(third.at(1, 3).text, std::string("2")); // columns 2 and 12
    }

    void the_sheet_of_coo_holds_the_whole_product() {
        const PaneSteps sheet = segmented_sheet();
        QCOMPARE(sheet.steps.size(),
                 std::size_t{8}); // products, three strides, the open rows, y, the tail, the carries
        const PaneStep& whole = sheet.steps.back();
        std::vector<int> y, lengths(6, 0);
        for (const PaneCell& cell : pane_of(whole, "final y").cells) y.push_back(std::stoi(cell.text));
        const std::vector<PaneCell>& rows = pane_of(whole, "row of each entry").cells;
        QCOMPARE(rows.size(), std::size_t{35});
        for (const PaneCell& cell : rows) ++lengths[static_cast<std::size_t>(std::stoi(cell.text))];
        QCOMPARE(y, lengths);
        // By hand: after phase 1, row 3 lacks the 5 entries of the first warp, and row 5 has nothing yet.
        std::vector<std::string> before, carries;
        for (const PaneCell& cell : pane_of(whole, "y after phase 1").cells) before.push_back(cell.text);
        for (const PaneCell& cell : pane_of(whole, "carries of the warps (row: sum)").cells)
            carries.push_back(cell.text);
        QCOMPARE(before, (std::vector<std::string>{"3", "2", "6", "7", "7", "0"}));
        QCOMPARE(carries, (std::vector<std::string>{"3: 5", "5: 2"}));
        // Each stride stays within a group of 8, and adds within a row.
        for (std::size_t step = 1; step <= 3; ++step) {
            const auto& now = sheet.steps[step];
            const int distance = 1 << (step - 1);
            int adding = 0;
            for (const PaneArrow& arrow : now.arrows) {
                if (arrow.to_pane != static_cast<int>(step) + 1) continue;
                ++adding;
                QCOMPARE(arrow.to_cell - arrow.from_cell, distance);
                QCOMPARE(arrow.to_cell / 8, arrow.from_cell / 8);
                QCOMPARE(rows[static_cast<std::size_t>(arrow.from_cell)].text,
                         rows[static_cast<std::size_t>(arrow.to_cell)].text);
            }
            QCOMPARE(now.question->answer, adding);
        }
    }

    void sums_in_shared_memory_come_to_the_lengths_of_the_rows() {
        const PaneSteps all = coo_shared_steps();
        const Pane& y = pane_of(all.steps.back(), "y, in global memory");
        std::vector<int> sums;
        for (const PaneCell& cell : y.cells) sums.push_back(std::stoi(cell.text));
        QCOMPARE(sums, (std::vector<int>{3, 2, 6, 12, 7, 5}));
        // Adjacent lanes never access the same bank, whatever the stride.
        int accesses = 0;
        for (const PaneStep& step : all.steps)
            for (const SharedAccess& access : step.accesses) {
                ++accesses;
                QCOMPARE(access.use.degree, 1);
            }
        QVERIFY(accesses >= 4);
    }
};

WARPLOOM_TEST(StepsPanesTest);
#include "steps_panes_test.moc"
