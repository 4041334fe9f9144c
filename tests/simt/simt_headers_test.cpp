#include "engine/simt/language/headers.h"
#include "engine/simt/trace/site_table.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace warploom;
using namespace warploom::simt::test;

// Shared headers: includes, and the line numbers of findings in them.

namespace {

const std::string sums =
    kernel_text("#include \"warp_sum.cuh\"", "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                             "    y[i] = warp_sum<8>((double)in[i]) + 100 * warp_sum(1);");

/// Returns the number of the line that contains `words`; 0 if there is none.
int line_with(const std::string& text, const std::string& words) {
    const std::size_t at = text.find(words);
    if (at == std::string::npos) return 0;
    return static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) + 1;
}

} // namespace

class SimtPartsTest : public QObject {
    Q_OBJECT
private slots:
    void a_text_includes_a_part_by_its_name_or_as_the_files_of_the_tree_do() {
        for (const char* const name : {"warp_sum.cuh", "../headers/warp_sum.cuh"}) {
            std::string text = sums;
            text.replace(text.find("warp_sum.cuh"), 12, name);
            const auto ran = run_text(text);
            QCOMPARE(ran->refusal, std::string());
            for (std::size_t i = 0; i < 64; ++i) {
                double sum = 0;
                for (std::size_t k = i / 8 * 8; k < i / 8 * 8 + 8; ++k) sum += static_cast<double>(k * k % 17);
                QCOMPARE(ran->y[i], sum + 3200);
            }
        }
    }
    void each_part_is_read_once_also_where_other_parts_include_it() {
        const auto ran = run_text("#include \"warp_sum.cuh\"\n#include \"carries.cuh\"\n#include <cuda_runtime.h>\n"
                                  "#include \"warp_sum.cuh\"\n#include \"stdio.h\"\n" +
                                  sums);
        QCOMPARE(ran->refusal, std::string());
        QCOMPARE(ran->y[0], 3200.0 + 0 + 1 + 4 + 9 + 16 + 8 + 2 + 15);
    }
    void a_part_behind_a_condition_that_does_not_hold_is_not_read() {
        const auto ran =
            run_text("#ifdef NEVER\n" + sums.substr(0, sums.find('\n')) + "\n#endif\n" + sums.substr(sums.find('\n')));
        QCOMPARE(ran->refusal, std::string("7:12 Variable `warp_sum` is not declared."));
    }
    void a_part_that_holds_a_kernel_stands_in_a_text_that_is_to_be_changed() {
        const std::string text =
            "// title: Mine\n\n#include \"../headers/carries.cuh\"\n#include \"carries.cuh\"\n" + sums;
        const std::string whole = simt::expand_kernel_headers(text);
        QCOMPARE(whole.rfind("// title: Mine\n\n", 0), std::size_t{0});
        QVERIFY(whole.find("carries.cuh\"") == std::string::npos && whole.find("#pragma once") == std::string::npos);
        QCOMPARE(whole.find("add_carries("), whole.rfind("void add_carries(") + 5); // included only once
        QCOMPARE(whole.find("#include \"warp_sum.cuh\""), whole.rfind("#include \"warp_sum.cuh\""));
        QCOMPARE(run_text(whole)->y[0], run_text(sums)->y[0]);
        QCOMPARE(simt::expand_kernel_headers(sums), sums);
    }
    void other_files_are_refused_with_the_names_of_those_that_there_are() {
        for (const char* const name :
             {"my.h", "../headers/my.cuh", "/etc/passwd", "headers/warp_sum.cuh", "../warp_sum.cuh"}) {
            const auto translation = simt::translate("a.cu", std::string("\n  #include \"") + name +
                                                                 "\"\n__global__ void k(int* y) { y[0] = my(); }\n"
                                                                 "void run(int* y) { k<<<1, 1>>>(y); }\n");
            QCOMPARE(translation.refusals.size(), std::size_t{1});
            const simt::Diagnostic& said = translation.refusals[0];
            QCOMPARE(said.line, 2);
            QCOMPARE(said.column, 12);
            QCOMPARE(said.sentence, "Cannot open include file `" + std::string(name) + "`.");
            QVERIFY2(said.hint.find("carries.cuh, ") != std::string::npos, said.hint.c_str());
            QVERIFY2(said.hint.find("warp_sum.cuh") != std::string::npos, said.hint.c_str());
        }
    }
    void a_part_is_included_outside_of_functions() {
        const auto translation = simt::translate("a.cu", "void run(int rows) {\n#include \"warp_sum.cuh\"\n}\n");
        QCOMPARE(translation.refusals.size(), std::size_t{1});
        QCOMPARE(translation.refusals[0].line, 2);
        QCOMPARE(translation.refusals[0].sentence, std::string("`#include` is not supported inside a function."));
    }
    void what_is_refused_in_a_part_is_told_at_the_line_that_includes_it() {
        const std::string text = "\n\n" + kernel_text("#include \"carries.cuh\"", "    warp_sum(y);");
        const auto translation = simt::translate("a.cu", text);
        QCOMPARE(translation.refusals.size(), std::size_t{1});
        const simt::Diagnostic& said = translation.refusals[0];
        QCOMPARE(said.line, 3);
        QCOMPARE(said.column, 1);
        const std::string file = *simt::header_source("headers/warp_sum.cuh");
        const std::string place =
            "On line " + std::to_string(line_with(file, "__shfl_xor_sync")) + " of headers/warp_sum.cuh";
        QVERIFY2(said.sentence.rfind(place + ": ", 0) == 0, said.sentence.c_str());
    }
    void a_finding_in_a_part_says_its_file_and_line() {
        RunOptions options;
        options.traced = true;
        const auto ran = run_text(
            kernel_text("#include \"warp_sum.cuh\"", "    if (threadIdx.x % 32 < 20) y[threadIdx.x] = warp_sum(1.0);"),
            options);
        const int line = line_with(*simt::header_source("headers/warp_sum.cuh"), "__shfl_xor_sync");
        QVERIFY(ran->has(simulated::Finding::Kind::absent_mask, line));
        const auto& found = ran->findings.front();
        QCOMPARE(found.file, std::string("headers/warp_sum.cuh"));
        QVERIFY2(found.sentence.rfind(
                     "In kernel k, line " + std::to_string(line) + " of headers/warp_sum.cuh, block 0, ", 0) == 0,
                 found.sentence.c_str());
        QCOMPARE(ran->findings.front().file, std::string("headers/warp_sum.cuh"));
    }
    void a_traced_line_of_a_part_has_its_file_and_the_line_of_the_kernel_that_calls_it() {
        RunOptions options;
        options.traced = true;
        const auto ran = run_text(sums, options);
        const int line = line_with(*simt::header_source("headers/warp_sum.cuh"), "__shfl_xor_sync");
        std::vector<int> calls;
        for (const auto& site : ran->tracer->sites()) {
            if (site.access != simulated::Access::shuffle) {
                QCOMPARE(site.file, std::string("test.cu"));
                QCOMPARE(site.line, site.kernel_line);
                continue;
            }
            QCOMPARE(site.file, std::string("headers/warp_sum.cuh"));
            QCOMPARE(site.line, line);
            QCOMPARE(site.kernel_file, std::string("test.cu"));
            QCOMPARE(site.kernel_line, 4);
            calls.push_back(site.line);
        }
        QVERIFY(!calls.empty());
    }
    void the_text_for_a_gpu_carries_its_parts_each_line_with_its_file() {
        const auto translation = simt::translate("a.cu", "#include \"carries.cuh\"\n" + sums);
        QVERIFY(translation.program != nullptr);
        const std::string device = simt::device_text(*translation.program);
        QVERIFY2(device.find("#include") == std::string::npos, device.c_str());
        QVERIFY(device.find("#pragma once") == std::string::npos);
        std::map<std::string, std::string> files; // file contents as seen by a GPU compiler
        std::string file = "a.cu", own = device;
        std::size_t from = 0;
        for (std::size_t end = 0; from < device.size(); from = end + 1) {
            end = std::min(device.find('\n', from), device.size());
            const std::string line = device.substr(from, end - from);
            if (line.rfind("#line ", 0) == 0) {
                const std::size_t quote = line.find('"');
                file = line.substr(quote + 1, line.size() - quote - 2);
                const auto number = static_cast<std::size_t>(std::stoi(line.substr(6)));
                const auto lines = static_cast<std::size_t>(std::count(files[file].begin(), files[file].end(), '\n'));
                QVERIFY2(number == lines + 1, line.c_str());
            } else {
                files[file] += line + "\n";
            }
        }
        QCOMPARE(files.size(), std::size_t{4});
        for (const auto& [name, text] : files) {
            const std::string source =
                name == "a.cu" ? "#include \"carries.cuh\"\n" + sums : *simt::header_source(name);
            for (const char* const words :
                 {"y[i] = warp_sum<8>", "for (int distance", "__ballot_sync", "segment_start("})
                QCOMPARE(line_with(text, words), line_with(source, words));
        }
    }
    void two_texts_that_differ_in_what_they_include_have_two_hashes() {
        const std::string plain = kernel_text("", "    y[0] = rows;");
        const auto hash = [](const std::string& text) { return simt::hash_of(*simt::translate("a.cu", text).program); };
        QVERIFY(hash("#include \"warp_sum.cuh\"\n" + plain) != hash("#include \"segmented_sum.cuh\"\n" + plain));
    }
    void a_segmented_sum_never_crosses_the_beginning_of_a_segment() {
        for (const unsigned heads : {1u, 0u, 0xffffffffu, 0x80000000u, 0x04108421u}) {
            RunOptions options;
            options.rows = options.block = 32;
            const auto ran = run_text(kernel_text("#include \"segmented_sum.cuh\"",
                                                  "    y[threadIdx.x] = segmented_sum((double)threadIdx.x + 1, " +
                                                      std::to_string(heads) + "u);"),
                                      options);
            QCOMPARE(ran->refusal, std::string());
            double sum = 0;
            for (unsigned lane = 0; lane < 32; ++lane) {
                if ((heads >> lane & 1u) != 0) sum = 0;
                sum += lane + 1;
                QCOMPARE(ran->y[lane], sum);
            }
        }
    }
    void carries_add_up_the_pieces_of_rows_whatever_their_lengths() {
        // Carries for rows 0, 1, 2, ...: row r has 1 + r * r % 7 carries, except for row 5, which has 1000. Every 11th
        // carry is empty.
        std::vector<int> row;
        std::vector<double> sum, expected(40, 1.0);
        for (int r = 0; r < 40; ++r)
            for (int piece = 0; piece < (r == 5 ? 1000 : 1 + r * r % 7); ++piece) {
                row.push_back(r);
                sum.push_back(r + 0.25 * piece);
                expected[static_cast<std::size_t>(r)] += sum.back();
            }
        row.push_back(40); // an empty carry
        sum.push_back(1e9);
        const std::string text =
            "#include \"../headers/carries.cuh\"\n"
            "void run(int nonzeros, const int* row, const double* value, int rows, double* y, "
            "int block) {\n"
            "    add_carries<<<(nonzeros + block - 1) / block, block>>>(nonzeros, row, value, rows, y);\n}\n";
        const auto translation = simt::translate("a.cu", text);
        QVERIFY2(translation.program, translation.refusals.empty() ? "" : translation.refusals[0].sentence.c_str());
        std::vector<double> y(40, 1.0);
        simt::Given given;
        const auto count = static_cast<std::int64_t>(row.size());
        given.arrays = {{"row", simt::Element::int32, row.data(), count, false, false},
                        {"value", simt::Element::float64, sum.data(), count, false, false},
                        {"y", simt::Element::float64, y.data(), 40, true, false}};
        given.numbers = {{"rows", 40}, {"nonzeros", count}, {"block", 64}};
        simt::Call(translation.program, true, given).run();
        for (std::size_t r = 0; r < 40; ++r) QCOMPARE(y[r], expected[r]);
    }

    void cooperative_groups_are_recorded_like_the_built_in_functions_at_the_same_lines() {
        const auto sites = [](const std::string& before, const std::string& body) {
            RunOptions options;
            options.traced = true;
            const auto ran = run_text(kernel_text(before, body), options);
            QStringList list{QString::fromStdString(ran->refusal)};
            for (const auto& seen : ran->steps.all()) {
                const simulated::Site& site = ran->tracer->table().sites()[static_cast<std::size_t>(seen.step.site)];
                list << QString("%1 %2 %3:%4 %5:%6 %7")
                            .arg(seen.warp)
                            .arg(static_cast<int>(site.access))
                            .arg(QString::fromStdString(site.file))
                            .arg(site.line)
                            .arg(QString::fromStdString(site.kernel_file))
                            .arg(site.kernel_line)
                            .arg(seen.step.active, 0, 16);
            }
            return list;
        };
        const std::string include = "#include <cooperative_groups.h>\n", mask = "255u << threadIdx.x % 32 / 8 * 8";
        const QStringList groups =
            sites(include + "namespace cg = cooperative_groups;", "auto cta = cg::this_thread_block();\n"
                                                                  "auto tile = cg::tiled_partition<8>(cta);\n"
                                                                  "double v = in[cta.thread_rank()];\n"
                                                                  "cg::sync(cta);\n"
                                                                  "v += tile.shfl_down(v, 4);\n"
                                                                  "tile.sync();\n"
                                                                  "y[threadIdx.x] = v + tile.any(v > 1);");
        const QStringList functions = sites("\n", "const unsigned mask = " + mask +
                                                      ";\n\ndouble v = in[threadIdx.x];\n__syncthreads();\n"
                                                      "v += __shfl_down_sync(mask, v, 4, 8);\n__syncwarp(mask);\n"
                                                      "y[threadIdx.x] = v + __any_sync(mask, v > 1);");
        QVERIFY(functions.size() > 8);
        QCOMPARE(groups, functions);
    }
    void a_function_that_a_group_does_not_have_is_refused_at_the_line_of_its_call_data() {
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("a reduction of a block")
            << "cg::reduce(cg::this_thread_block(), in[0], cg::plus<double>())"
            << "`reduce` combines the values of a tile or a coalesced group, not of "
               "a block.";
        QTest::newRow("a reduction of the grid")
            << "cg::reduce(cg::this_grid(), in[0], cg::plus<double>())"
            << "`reduce` combines the values of a tile or a coalesced group, not of "
               "a grid.";
        QTest::newRow("a scan of a block") << "cg::inclusive_scan(cg::this_thread_block(), in[0])"
                                           << "Scans and shuffles exchange values in a tile or a coalesced group, not "
                                              "in a block.";
    }
    void a_function_that_a_group_does_not_have_is_refused_at_the_line_of_its_call() {
        QFETCH(QString, call);
        QFETCH(QString, sentence);
        const auto ran = run_text(kernel_text("#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;",
                                              "double v = 0;\nv = " + call.toStdString() + ";\ny[threadIdx.x] = v;"));
        const QString refusal = QString::fromStdString(ran->refusal);
        QVERIFY2(refusal.startsWith("5:") && refusal.endsWith(sentence), qPrintable(refusal));
    }
    void a_barrier_of_a_group_in_a_branch_is_found_at_the_line_of_its_call() {
        RunOptions options;
        options.traced = true;
        const auto ran = run_text(kernel_text("#include <cooperative_groups.h>",
                                              "auto cta = cooperative_groups::this_thread_block();\n"
                                              "if (threadIdx.x < 40)\ncta.sync();\ny[threadIdx.x] = 1;"),
                                  options);
        QVERIFY(ran->has(simulated::Finding::Kind::divergent_meeting, 5));
        QCOMPARE(ran->findings.front().file, std::string("test.cu"));
    }
    void a_gpu_compiler_gets_cooperative_groups_without_the_header_of_cuda() {
        const auto translation = simt::translate(
            "a.cu", "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
                    "__global__ void k(double* y) { cg::this_thread_block().sync(); }\nvoid run(double* y) {}\n");
        QVERIFY(translation.program != nullptr);
        const std::string text = simt::device_text(*translation.program);
        QVERIFY(text.find("#include") == std::string::npos);
        QVERIFY(text.find("struct thread_block_tile") != std::string::npos);
        QVERIFY(text.find("using namespace") == std::string::npos);
        // It has no templates of functions for any group, but converts the group.
        QVERIFY(text.find("#ifndef __WARPLOOM__\nstruct thread_group") != std::string::npos);
    }
};

WARPLOOM_TEST(SimtPartsTest);

#include "simt_headers_test.moc"
