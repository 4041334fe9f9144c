// The views of the Warp page for each operation, on examples that can be followed by hand.
#include "app/inputs/inputs.h"
#include "app/trace/warp_boards.h"
#include "app/trace_documents/warp_document.h"
#include "engine/error.h"
#include "engine/walkthrough/pane_steps.h"
#include "engine/walkthrough/tridiagonal_steps.h"
#include "kernels/machine/registry.h"
#include "kernels/sources/text_of_kernel.h"
#include "support/runner.h"
#include "support/simulated_entries.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <utility>

using namespace warploom;
using namespace warploom::app;

namespace {

protocol::WarpDocument warp_of(Operation operation, const std::string& kernel, const std::string& name, int launch = 0,
                               int warp = 0, std::int64_t block_index = 0, int block = 32) {
    WarpSettings settings;
    settings.operation = operation;
    settings.kernel = kernel;
    settings.card = simulated::find_card("h200");
    settings.block = block;
    settings.launch = launch;
    settings.block_index = block_index;
    settings.warp = warp;
    Inputs inputs;
    const TraceInput input = spec_of(operation).trace_input(inputs, name, TraceSettings{settings}, {});
    return protocol::read_warp(protocol::write(warp_document(input, settings))); // protocol round trip, with validation
}

/// Returns what a step does, with the elements of its lanes: "load a 0 2 4".
QString text_of(const protocol::WarpDocument& warp, int step) {
    QString text = QLatin1String(to_string(warp.site_of(step).access));
    if (const std::string array = warp.array_of(step); !array.empty())
        text += QLatin1Char(' ') + QString::fromStdString(array);
    else return text;
    for (int lane = 0; lane < 32; ++lane)
        if (warp.steps[step].is_active(lane)) text += QStringLiteral(" %1").arg(warp.steps[step].index[lane]);
    return text;
}

QStringList texts_of(const protocol::WarpDocument& warp, int most) {
    QStringList all;
    for (int step = 0; step < std::min(most, warp.step_count()); ++step) all << text_of(warp, step);
    return all;
}

const protocol::WarpBoard* board_of(const protocol::WarpDocument& warp, const std::string& name) {
    for (const protocol::WarpBoard& board : warp.boards)
        if (board.name == name) return &board;
    return nullptr;
}

/// Returns the owner of a cell as "warp lane", or else "nobody" or "not shown".
QString owner_of(const protocol::WarpBoard& board, std::int64_t row, const std::string& column) {
    const auto name = std::find(board.columns.begin(), board.columns.end(), column);
    const auto col = board.columns.empty() ? std::stoll(column) : name - board.columns.begin();
    for (const protocol::WarpOwner& cell : board.cells)
        if (cell.row == row && cell.col == col)
            return cell.block < 0 ? QStringLiteral("nobody") : QStringLiteral("%1 %2").arg(cell.warp).arg(cell.lane);
    return QStringLiteral("not shown");
}

QStringList titles_of(const protocol::WarpDocument& warp) {
    QStringList all;
    for (const protocol::WarpLaunch& launch : warp.launches) all << QString::fromStdString(launch.title);
    return all;
}

} // namespace

class WarpBoardsTest : public QObject {
    Q_OBJECT
private slots:
    // Rows 0 to 6. Forward step 1: lanes 0, 1, 2 eliminate the neighbors of rows 1, 3, 5 at distance 1. Step 2: lane 0
    // eliminates rows 1 and 5 from row 3. Then x3, then x1 x5, then x0 x2 x4 x6.
    void cyclic_reduction_of_seven_rows_can_be_followed_by_hand() {
        const protocol::WarpDocument first = warp_of(Operation::tridiagonal, "cr", "tridiagonal:n=7,kind=0");
        QCOMPARE(titles_of(first),
                 (QStringList{"forward step 1 of 2: reduce rows 1, 3, 5 with neighbors at distance 1",
                              "forward step 2 of 2: reduce row 3 with neighbors at distance 2",
                              "middle: one thread solves the last rows",
                              "back step 1 of 2: compute x of rows 1, 5 from x at distance 2",
                              "back step 2 of 2: compute x of rows 0, 2, 4 ... from x at distance 1"}));
        QCOMPARE(
            texts_of(first, 99),
            (QStringList{"load a 0 2 4", "load b 0 2 4", "load c 0 2 4", "load d 0 2 4", "load a 1 3 5", "load b 1 3 5",
                         "load c 1 3 5", "load d 1 3 5", "load a 2 4 6", "load b 2 4 6", "load c 2 4 6", "load d 2 4 6",
                         "store work_a 1 3 5", "store work_b 1 3 5", "store work_c 1 3 5", "store work_d 1 3 5"}));
        QCOMPARE(first.boards.size(), std::size_t{1});
        const protocol::WarpBoard& equations = first.boards.front();
        QVERIFY(equations.columns ==
                (std::vector<std::string>{"a", "b", "c", "d", "work_a", "work_b", "work_c", "work_d"}));
        QCOMPARE(equations.shown_rows.size(), std::size_t{7});
        QCOMPARE(equations.cells.size(), std::size_t{7 * 8});
        QCOMPARE(owner_of(equations, 1, "work_a"), QString("0 0")); // the writer
        QCOMPARE(owner_of(equations, 5, "work_d"), QString("0 2"));
        QCOMPARE(owner_of(equations, 2, "work_a"), QString("nobody"));
        QCOMPARE(owner_of(equations, 2, "b"), QString("0 1")); // the first reader
        QCOMPARE(owner_of(equations, 6, "b"), QString("0 2"));
        const auto now = first.cells_at(0, 4); // a of rows 1, 3, 5
        QVERIFY((now[1] == protocol::MatrixEntry{3, 0}));
        QCOMPARE(now[3].row, std::int64_t{-1});
        QCOMPARE(first.steps[1].value[0], 2.0); // the second difference
        QCOMPARE(QString::fromStdString(first.section_of(3)), titles_of(first).front());

        const protocol::WarpDocument second = warp_of(Operation::tridiagonal, "cr", "tridiagonal:n=7,kind=0", 1);
        QCOMPARE(texts_of(second, 5),
                 (QStringList{"load work_a 1", "load work_b 1", "load work_c 1", "load work_d 1", "load work_a 3"}));
        const protocol::WarpDocument back = warp_of(Operation::tridiagonal, "cr", "tridiagonal:n=7,kind=0", 4);
        QCOMPARE(text_of(back, 0), QString("load a 0 2 4 6"));
        QCOMPARE(text_of(back, back.step_count() - 1), QString("store x 0 2 4 6"));
    }

    void parallel_reduction_reads_one_set_of_rows_and_writes_the_other() {
        const protocol::WarpDocument second = warp_of(Operation::tridiagonal, "pcr", "tridiagonal:n=7,kind=0", 1);
        QCOMPARE(titles_of(second),
                 (QStringList{"step 1 of 3: reduce every row with neighbors at distance 1",
                              "step 2 of 3: reduce every row with neighbors at distance 2",
                              "step 3 of 3: reduce every row with neighbors at distance 4, then compute x"}));
        QCOMPARE(text_of(second, 0), QString("load even_a 0 1 2 3 4")); // lanes 2 to 6, at distance 2
        QCOMPARE(text_of(second, second.step_count() - 1), QString("store odd_d 0 1 2 3 4 5 6"));
    }

    void records_stand_as_rows_of_five_numbers() {
        const protocol::WarpDocument first = warp_of(Operation::tridiagonal, "cr-records", "tridiagonal:n=7,kind=0");
        QVERIFY(board_of(first, "equations") != nullptr);
        const protocol::WarpBoard& equations = *board_of(first, "equations");
        QCOMPARE(text_of(first, 1), QString("load records 1 17 33"));
        const protocol::MatrixEntry third = first.cells_at(0, 1)[2];
        QVERIFY2((third == protocol::MatrixEntry{4, 2}),                      // b: d, a, b
                 qPrintable(QString("%1 %2").arg(third.row).arg(third.col))); // b
        QCOMPARE(owner_of(equations, 3, "work b"), QString("0 1"));
        QCOMPARE(owner_of(equations, 3, "work x"), QString("nobody"));
    }

    void each_part_between_barriers_says_which_step_it_is() {
        const protocol::WarpDocument warp = warp_of(Operation::tridiagonal, "cr-shared", "tridiagonal:n=7,kind=0");
        QStringList parts;
        for (int step = 0; step < warp.step_count(); ++step) {
            const QString part = QString::fromStdString(warp.section_of(step));
            if (parts.isEmpty() || parts.last() != part) parts << part;
        }
        QCOMPARE(parts,
                 (QStringList{"copy the rows to shared memory",
                              "shared memory, forward step 1 of 2: reduce rows 1, 3, 5 with neighbors at distance 1",
                              "shared memory, forward step 2 of 2: reduce row 3 with neighbors at distance 2",
                              "middle: one thread solves the last row",
                              "shared memory, back step 1 of 2: compute x of rows 1, 5 from x at distance 2",
                              "shared memory, back step 2 of 2: compute x of rows 0, 2, 4 ... from x at distance 1",
                              "write x to global memory"}));
        QVERIFY(board_of(warp, "shared memory") != nullptr);
        QVERIFY(board_of(warp, "shared memory")->columns == (std::vector<std::string>{"a", "b", "c", "d", "solution"}));
    }

    void the_words_of_every_part_are_as_many_as_there_are_parts_data() {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QString>("input");
        for (const char* kernel : {"cr-shared", "cr-pcr", "pcr-shared"})
            for (const int n : {1, 2, 3, 7, 64, 100, 1023, 1500})
                QTest::addRow("%s, %d", kernel, n)
                    << "tridiagonal" << kernel << QStringLiteral("tridiagonal:n=%1,kind=1").arg(n);
        for (const char* kernel : {"tiled", "tiled@none", "tiled@prefetch"})
            for (const int m : {1, 16, 17, 40})
                QTest::addRow("%s, %d", kernel, m)
                    << "ata" << kernel << QStringLiteral("dense:rows=%1,cols=20,seed=1").arg(m);
    }
    void the_words_of_every_part_are_as_many_as_there_are_parts() {
        QFETCH(QString, operation);
        QFETCH(QString, kernel);
        QFETCH(QString, input);
        const Operation which = operation == "ata" ? Operation::ata : Operation::tridiagonal;
        bool has_parts = false;
        int launches = 1;
        for (int launch = 0; launch < launches; ++launch) {
            const protocol::WarpDocument warp = warp_of(which, kernel.toStdString(), input.toStdString(), launch);
            launches = static_cast<int>(warp.launches.size());
            const auto& sections = warp.launches[static_cast<std::size_t>(launch)].sections;
            if (sections.empty()) continue;
            has_parts = true;
            std::size_t barriers = 0;
            for (int step = 0; step < warp.step_count(); ++step)
                barriers += warp.site_of(step).access == simulated::Access::barrier ? 1 : 0;
            const bool ends_with_barrier = warp.site_of(warp.step_count() - 1).access == simulated::Access::barrier;
            QCOMPARE(sections.size(), barriers + (ends_with_barrier ? 0 : 1));
        }
        QVERIFY(has_parts);
    }

    // C = AᵀA with A of size 4 x 3: lane j of warp i computes C[i][j] from columns i and j.
    void naive_ata_of_four_by_three_can_be_followed_by_hand() {
        const protocol::WarpDocument warp = warp_of(Operation::ata, "naive", "dense:rows=4,cols=3,seed=1", 0, 1);
        // Each product has two loads, in an order that the compiler chooses.
        for (int k = 0; k < 4; ++k) {
            QStringList both{text_of(warp, 2 * k), text_of(warp, 2 * k + 1)};
            both.sort();
            const int row = 3 * k; // start of row k of A
            QStringList wanted{QStringLiteral("load A %1 %1 %1").arg(row + 1),
                               QStringLiteral("load A %1 %2 %3").arg(row).arg(row + 1).arg(row + 2)};
            wanted.sort();
            QCOMPARE(both, wanted);
        }
        QCOMPARE(warp.step_count(), 9);
        QCOMPARE(text_of(warp, 8), QString("store C 3 4 5"));
        QCOMPARE(warp.boards.size(), std::size_t{2});
        const protocol::WarpBoard &c = warp.boards[0], &a = warp.boards[1];
        QCOMPARE(c.name, std::string("C"));
        QCOMPARE(a.name, std::string("A"));
        QCOMPARE(c.cells.size(), std::size_t{9});
        QCOMPARE(a.cells.size(), std::size_t{12});
        QCOMPARE(owner_of(c, 1, "2"), QString("1 2"));
        QCOMPARE(owner_of(c, 2, "0"), QString("2 0"));
        QCOMPARE(warp.cells_at(1, 3)[2].row, std::int64_t{1}); // lane 2 reads A[1][1] and A[1][2]
        QVERIFY(warp.cells_at(0, 3).empty());                  // nothing of C yet
        QVERIFY(warp.touches(0, 8));
    }

    void the_tiles_of_ata_stand_in_shared_memory_with_their_padding_left_out() {
        for (const char* kernel : {"tiled@none", "tiled@padding"}) {
            const protocol::WarpDocument warp = warp_of(Operation::ata, kernel, "dense:rows=20,cols=20,seed=1");
            const protocol::WarpBoard* const tile = board_of(warp, "tile of Aᵀ in shared memory");
            QVERIFY(tile != nullptr);
            QCOMPARE(tile->cells.size(), std::size_t{256});
            // Lane 17 is thread (1, 1): it stores A[1][1] at [1][1] of the tile, with or without padding.
            int store = 0;
            while (warp.array_of(store) != "transposed") ++store;
            QCOMPARE(warp.steps[store].index[17], std::int64_t{std::string(kernel) == "tiled@none" ? 17 : 18});
            const auto cells = warp.cells_at(static_cast<int>(tile - warp.boards.data()), store);
            QVERIFY((cells[17] == protocol::MatrixEntry{1, 1}));
            QCOMPARE(QString::fromStdString(warp.section_of(store)),
                     QString("slice 1 of 2, rows 0 to 15 of A: copy to shared memory"));
        }
    }

    // p·Ap of 64 elements in a block of 256 threads: only warps 0 and 1 have elements.
    void the_dot_product_of_64_numbers_can_be_followed_by_hand() {
        const protocol::WarpDocument warp = warp_of(Operation::cg, "cg:csr-scalar", "laplace2d:n=8", 1, 1);
        QCOMPARE(warp.launches.size(), std::size_t{4});
        QVERIFY(titles_of(warp)[0].startsWith("launch 1 of 4 of an iteration: product"));
        QVERIFY(titles_of(warp)[1].startsWith("launch 2 of 4 of an iteration: dot product"));
        QVERIFY(text_of(warp, 0).startsWith("load x 32 33 34"));
        QVERIFY(text_of(warp, 1).startsWith("load y 32 33 34"));
        for (int step = 2; step < 7; ++step) QCOMPARE(text_of(warp, step), QString("shuffle"));
        QCOMPARE(text_of(warp, 7), QString("store warp_sums 1"));
        QCOMPARE(text_of(warp, 8), QString("barrier"));
        const protocol::WarpBoard* const vectors = board_of(warp, "vectors");
        QVERIFY(vectors != nullptr);
        QVERIFY(vectors->columns == (std::vector<std::string>{"p", "Ap"}));
        QCOMPARE(owner_of(*vectors, 40, "p"), QString("1 8"));
        QCOMPARE(owner_of(*vectors, 3, "Ap"), QString("0 3"));
        QVERIFY(warp.owners.entries.empty()); // no nonzero is read here
        const protocol::WarpDocument idle = warp_of(Operation::cg, "cg:csr-scalar", "laplace2d:n=8", 1, 2);
        QCOMPARE(text_of(idle, 0), QString("shuffle"));
    }

    void the_product_of_cg_shows_the_nonzeros_and_the_vectors() {
        const protocol::WarpDocument warp = warp_of(Operation::cg, "cg:csr-scalar", "laplace2d:n=8");
        QCOMPARE(warp.owners.entries.size(), std::size_t{288}); // 5 * 64 - 4 * 8
        QVERIFY(board_of(warp, "vectors") != nullptr);
        QCOMPARE(warp.step_count() > 0 ? text_of(warp, warp.step_count() - 1).left(7) : QString(), QString("store y"));
    }

    void every_kernel_of_every_operation_has_steps_and_something_to_look_at_data() {
        QTest::addColumn<int>("operation");
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QString>("input");
        const auto add = [](Operation operation, const std::string& kernel, const char* input) {
            QTest::newRow((std::string(kernels::to_string(operation)) + " " + kernel).c_str())
                << static_cast<int>(operation) << QString::fromStdString(kernel) << input;
        };
        for (const auto& entry : kernels::simulated_entries_of(Operation::tridiagonal))
            add(Operation::tridiagonal, entry.info.id, "tridiagonal:n=300,kind=1");
        for (const char* kernel :
             {"naive", "tiled", "tiled@none", "tiled@registers", "tiled@prefetch", "tiled@padding", "tiled@unroll",
              "tiled@symmetric", "paper:ata_report_naive.cu", "paper:ata_report_tiled.cu"})
            add(Operation::ata, kernel, "dense:rows=40,cols=50,seed=1");
        for (const char* kernel : {"cg:csr-scalar", "cg:ell", "cg:paper:prata2010_csr_vector.cu"})
            add(Operation::cg, kernel, "laplace2d:n=10");
        for (const auto& entry : kernels::simulated_entries_of(Operation::trsv))
            add(Operation::trsv, entry.info.id, "laplace2d:n=10");
        for (const auto& entry : kernels::simulated_entries_of(Operation::ilu))
            add(Operation::ilu, entry.info.id, "laplace2d:n=10");
        for (const char* kernel : {"paper:cerny2011_cr.cu", "paper:cerny2011_pcr.cu"})
            add(Operation::tridiagonal, kernel, "tridiagonal:n=300,kind=1");
    }
    void every_kernel_of_every_operation_has_steps_and_something_to_look_at() {
        QFETCH(int, operation);
        QFETCH(QString, kernel);
        QFETCH(QString, input);
        int launches = 1;
        for (int launch = 0; launch < launches; ++launch) {
            const protocol::WarpDocument warp =
                warp_of(static_cast<Operation>(operation), kernel.toStdString(), input.toStdString(), launch, 0, 0, 64);
            launches = std::min(6, static_cast<int>(warp.launches.size()));
            QVERIFY(warp.step_count() > 0);
            QVERIFY(!warp.boards.empty() || !warp.owners.entries.empty());
            QVERIFY(warp.boards.size() <= most_boards);
            QVERIFY(!warp.sources.empty());
            int touched = 0; // number of accessed cells that this warp owns
            for (const protocol::WarpBoard& board : warp.boards) {
                QVERIFY(static_cast<std::int64_t>(board.cells.size()) <= most_cells_shown);
                for (const protocol::WarpOwner& cell : board.cells)
                    touched += cell.block == 0 && cell.warp == 0 ? 1 : 0;
            }
            for (const protocol::WarpOwner& cell : warp.owners.entries)
                touched += cell.block == 0 && cell.warp == 0 ? 1 : 0;
            const bool reads_a_copy = kernel == "waiting"; // which holds the entries in the order of use
            QVERIFY2(touched > 0 || reads_a_copy, qPrintable(kernel));
        }
    }

    // The Step page draws its arrows from engine/walkthrough. Here, these are compared with what the lanes of the
    // kernel access.
    void the_arrows_of_the_page_step_are_those_of_the_kernel_data() {
        QTest::addColumn<int>("method");
        QTest::addColumn<int>("n");
        for (const auto method : {walkthrough::Method::cr, walkthrough::Method::pcr})
            for (const int n : {4, 5, 7, 8, 13, 16, 31, 32})
                QTest::addRow("%s %d", method == walkthrough::Method::cr ? "cr" : "pcr", n)
                    << static_cast<int>(method) << n;
    }
    void the_arrows_of_the_page_step_are_those_of_the_kernel() {
        QFETCH(int, method);
        QFETCH(int, n);
        const auto which = static_cast<walkthrough::Method>(method);
        const walkthrough::TridiagonalSteps walk =
            walkthrough::tridiagonal_steps(which, walkthrough::second_difference(n));
        const std::string kernel = which == walkthrough::Method::cr ? "cr" : "pcr";
        for (std::size_t s = 0; s < walk.steps.size(); ++s) {
            const protocol::WarpDocument warp = warp_of(
                Operation::tridiagonal, kernel, "tridiagonal:n=" + std::to_string(n) + ",kind=0", static_cast<int>(s));
            QCOMPARE(warp.launches.size(), walk.steps.size());
            std::map<int, std::set<std::int64_t>> reads, writes, wanted_reads, wanted_writes; // by thread
            for (int step = 0; step < warp.step_count(); ++step) {
                if (!warp.touches(0, step)) continue;
                const auto cells = warp.cells_at(0, step);
                auto& rows = warp.site_of(step).access == simulated::Access::load ? reads : writes;
                for (int lane = 0; lane < 32; ++lane)
                    if (warp.steps[step].is_active(lane)) rows[lane].insert(cells[lane].row);
            }
            for (const walkthrough::RowWork& work : walk.steps[s].work) {
                wanted_writes[work.thread].insert(work.row);
                for (const int row : {work.row, work.left, work.right})
                    if (row >= 0) wanted_reads[work.thread].insert(row);
            }
            QVERIFY2(writes == wanted_writes, qPrintable(QStringLiteral("step %1").arg(s)));
            QVERIFY2(reads == wanted_reads, qPrintable(QStringLiteral("step %1").arg(s)));
        }
    }

    // The panes of the Step page for a warp in a block row of BCSR must match the recorded run: which thread reads
    // which element in which iteration, how many columns are in each sum, and which threads write y.
    void the_panes_of_a_block_row_are_those_of_the_kernel() {
        const QTemporaryDir folder;
        const std::string file = folder.filePath("block_row.mtx").toStdString();
        std::ofstream out(file);
        out << "%%MatrixMarket matrix coordinate real general\n3 21 63\n";
        for (int i = 0; i < 63; ++i) out << i % 3 + 1 << ' ' << i / 3 + 1 << " 1\n";
        out.close();
        const protocol::WarpDocument warp = warp_of(Operation::spmv, "paper:rossignon2013_bcsr.cu", file);
        const walkthrough::PaneSteps shown = walkthrough::bcsr_warp_steps();
        const auto cell = [&](std::size_t step, int pane, std::int64_t at) {
            return shown.steps[step].panes[pane].cells[at];
        };
        std::array<int, 32> sums{};
        std::array<std::int64_t, 32> from{}, upper{};
        std::size_t now = 0;
        bool are_stored = false;
        for (int s = 0; s < warp.step_count(); ++s) {
            const protocol::WarpStep& step = warp.steps[s];
            const std::string array = warp.array_of(s);
            const bool is_store = warp.site_of(s).access == simulated::Access::store;
            const bool adds = array == "sums" && is_store && are_stored;
            if (array == "value" || adds || array == "y") ++now;
            if (array == "sums" && !is_store) upper = std::exchange(from, step.index);
            const std::array<int, 32> before = sums;
            int active = 0;
            for (int lane = 0; lane < 32; ++lane) {
                if (!step.is_active(lane)) continue;
                ++active;
                const std::int64_t i = step.index[lane];
                if (array == "value") {
                    const walkthrough::PaneCell& number = cell(now, 1, i % 3 * 21 + i / 3); // stored row by row there
                    QCOMPARE(number.text, std::to_string(lane + 1));
                    QVERIFY(number.look == walkthrough::PaneCell::Look::read);
                    ++sums[lane];
                } else if (array == "x") QVERIFY(cell(now, 0, i).look == walkthrough::PaneCell::Look::read);
                else if (adds) sums[i] += before[upper[lane]];
                else if (array == "y") QVERIFY(cell(now, 3, i).look == walkthrough::PaneCell::Look::written);
            }
            if (array == "value") QCOMPARE(shown.steps[now].question->answer, active);
            for (int lane = 0; lane < 30 && (array == "x" || adds); ++lane)
                QCOMPARE(cell(now, 2, 32 + lane).text, std::to_string(sums[lane]));
            are_stored = are_stored || array == "sums";
        }
        QCOMPARE(now + 1, shown.steps.size());
    }

    void rows_far_apart_stand_side_by_side() {
        // The fifth forward step: rows 31, 63, 95 ... and their neighbors at distance 16.
        const protocol::WarpDocument warp = warp_of(Operation::tridiagonal, "cr", "tridiagonal:n=10000,kind=1", 4);
        const protocol::WarpBoard& equations = warp.boards.front();
        QCOMPARE(equations.shown_rows.size(), std::size_t{65});
        QCOMPARE(equations.shown_rows[0], std::int64_t{15});
        QCOMPARE(equations.shown_rows[1], std::int64_t{31});
        QCOMPARE(equations.shown_rows[64], std::int64_t{1039});
    }
};

WARPLOOM_TEST(WarpBoardsTest);
#include "warp_boards_test.moc"
