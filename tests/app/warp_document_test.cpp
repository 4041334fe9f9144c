#include "app/trace/warp_window.h"
#include "app/trace_documents/warp_document.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "kernels/machine/registry.h"
#include "kernels/sources/built_in_kernels.h"
#include "support/runner.h"
#include "support/simulated_entries.h"

#include <QFile>
#include <QTest>

#include <map>
#include <memory>
#include <set>

using namespace warploom;
using namespace warploom::app;

namespace {

WarpSettings settings_for(const std::string& kernel, int block = 32, std::int64_t block_index = 0, int warp = 0) {
    WarpSettings settings;
    settings.kernel = kernel;
    settings.card = simulated::find_card("h200");
    settings.block = block;
    settings.block_index = block_index;
    settings.warp = warp;
    return settings;
}

protocol::WarpDocument document_of(const Matrix& matrix, const WarpSettings& settings, const Progress& progress = {},
                                   OwnerCache* cache = nullptr, std::size_t most_bytes = std::size_t{10} << 20) {
    const std::shared_ptr<const Matrix> shared(std::shared_ptr<void>(), &matrix); // the caller owns the matrix
    return warp_document(spec_of(settings.operation).trace_matrix(shared, TraceSettings{settings}), settings, progress,
                         cache, most_bytes);
}

std::string code_of(const Matrix& matrix, const WarpSettings& settings) {
    try {
        document_of(matrix, settings);
    } catch (const Error& error) { return error.hint().empty() ? "no hint" : error.code(); }
    return "none";
}

std::uint32_t mask(const Json& text) {
    return static_cast<std::uint32_t>(std::stoul(text.get<std::string>(), nullptr, 16));
}

/// Returns the nonzeros that the steps read, once per read.
std::multiset<std::pair<int, int>> entries_read(const Json& warp) {
    std::multiset<std::pair<int, int>> entries;
    for (const Json& step : warp["steps"])
        if (step.contains("entry"))
            for (const Json& entry : step["entry"])
                if (!entry.is_null()) entries.insert({entry[0].get<int>(), entry[1].get<int>()});
    return entries;
}

} // namespace

class WarpDocumentTest : public QObject {
    Q_OBJECT
private slots:
    // Three rows:  2 . -1   Lane 0 reads two entries, lane 1 none, lane 2 one.
    //                  . .  .
    //                  . 5  .
    void three_rows_can_be_followed_by_hand() {
        Matrix matrix;
        matrix.name = "drawn";
        matrix.csr.rows = matrix.csr.cols = 3;
        matrix.csr.row_pointer = {0, 2, 2, 3};
        matrix.csr.column = {0, 2, 1};
        matrix.csr.value = {2, -1, 5};
        const Json w = protocol::write(document_of(matrix, settings_for("csr-scalar")));
        QVERIFY(w["truncated"].is_null());
        QVERIFY(w["rows"] == Json::array({0, 2}));
        QVERIFY(w["launches"] == Json::array({{{"kernel", "csr_scalar"}, {"blocks", 1}, {"warps_per_block", 1}}}));

        std::vector<Json> values;
        for (const Json& step : w["steps"]) {
            const Json& site = w["sites"][step["site"].get<std::size_t>()];
            const Json& array = w["arrays"][site["array"].get<std::size_t>()];
            if (array["name"] == "value") values.push_back(step);
            for (int lane = 0; lane < 32; ++lane)
                QCOMPARE(step["index"][lane].is_null(), (mask(step["active"]) >> lane & 1u) == 0);
            QCOMPARE(mask(step["active"]) & mask(step["waiting"]), 0u);
        }
        QCOMPARE(values.size(), std::size_t{2});
        QCOMPARE(values[0]["active"].get<std::string>(), std::string("00000005"));
        QCOMPARE(values[0]["waiting"].get<std::string>(), std::string("00000002"));
        QVERIFY(values[0]["entry"][0] == Json::array({0, 0}));
        QVERIFY(values[0]["entry"][2] == Json::array({2, 1}));
        QVERIFY(values[0]["entry"][1].is_null());
        QCOMPARE(values[0]["value"][0].get<double>(), 2.0);
        QCOMPARE(values[0]["value"][2].get<double>(), 5.0);
        QCOMPARE(values[1]["active"].get<std::string>(), std::string("00000001"));
        QVERIFY(values[1]["entry"][0] == Json::array({0, 2}));
        const Json& last = w["steps"].back(); // y = {1, 0, 5} for x = {1, 1, 1}
        QCOMPARE(last["value"][0].get<double>(), 1.0);
        QCOMPARE(last["value"][1].get<double>(), 0.0);
        QCOMPARE(last["value"][2].get<double>(), 5.0);

        QVERIFY(w["owners"]["entries"] == Json::array({{0, 0, 0, 0, 0}, {0, 2, 0, 0, 0}, {2, 1, 0, 0, 2}}));
        QCOMPARE(w["source"][0]["file"].get<std::string>(), std::string("kernels/spmv/csr_scalar.cu"));
        for (const Json& site : w["sites"]) {
            const auto line = site["line"].get<std::size_t>();
            const std::string text = w["source"][0]["lines"][line - 1].get<std::string>();
            const std::string array = w["arrays"][site["array"].get<std::size_t>()]["name"].get<std::string>();
            QVERIFY2(text.find(array + "[") != std::string::npos, text.c_str());
        }
    }

    void every_kernel_reads_every_nonzero_once_and_owns_it_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<int>("block");
        for (const auto& entry : kernels::simulated_entries_of(Operation::spmv))
            for (const int block : {32, 96}) QTest::addRow("%s %d", entry.info.id, block) << entry.info.id << block;
    }

    void every_kernel_reads_every_nonzero_once_and_owns_it() {
        QFETCH(QString, kernel);
        QFETCH(int, block);
        const Matrix matrix = load_matrix("random-rows:n=60,fraction=0.12,seed=9");
        std::multiset<std::pair<int, int>> read;
        std::map<std::pair<int, int>, Json> readers;
        Json owners;
        OwnerCache cache;
        int launches = 1;
        for (int launch = 0; launch < launches; ++launch) {
            std::int64_t blocks = 1;
            for (std::int64_t b = 0; b < blocks; ++b)
                for (int warp = 0; warp < block / 32; ++warp) {
                    auto settings = settings_for(kernel.toStdString(), block, b, warp);
                    settings.launch = launch;
                    const Json w = protocol::write(document_of(matrix, settings, {}, &cache));
                    launches = static_cast<int>(w["launches"].size());
                    blocks = w["launches"][launch]["blocks"].get<std::int64_t>();
                    for (const auto& entry : entries_read(w)) {
                        read.insert(entry);
                        readers[entry] = Json::array({b, warp});
                    }
                    owners = w["owners"];
                    for (const Json& site : w["sites"]) {
                        bool is_there = site["file"] == "";
                        for (const Json& source : w["source"]) is_there = is_there || source["file"] == site["file"];
                        QVERIFY2(is_there, site.dump().c_str());
                    }
                }
        }
        std::multiset<std::pair<int, int>> all;
        for (std::int64_t row = 0; row < matrix.rows(); ++row)
            for (auto k = matrix.csr.row_pointer[row]; k < matrix.csr.row_pointer[row + 1]; ++k)
                all.insert({static_cast<int>(row), matrix.csr.column[k]});
        QCOMPARE(read.size(), all.size());
        QVERIFY(read == all);
        QCOMPARE(owners["entries"].size(), all.size());
        for (const Json& owner : owners["entries"])
            QVERIFY(Json::array({owner[2], owner[3]}) == (readers[{owner[0].get<int>(), owner[1].get<int>()}]));
    }

    void a_warp_that_takes_too_long_is_cut_and_says_so() {
        const Matrix matrix = load_matrix("laplace2d:n=30");
        const Json whole = protocol::write(document_of(matrix, settings_for("coo-serial")));
        QVERIFY(whole["truncated"].is_null());
        const Json cut = protocol::write(document_of(matrix, settings_for("coo-serial"), {}, nullptr, 100000));
        QVERIFY(cut["steps"].size() < whole["steps"].size() && !cut["steps"].empty());
        QCOMPARE(cut["truncated"].get<std::size_t>(), whole["steps"].size());
        QVERIFY(protocol::to_line(cut["steps"]).size() < 110000);
        for (std::size_t i = 0; i < cut["steps"].size(); ++i) QVERIFY(cut["steps"][i] == whole["steps"][i]);
    }

    void float_values_are_those_of_single_precision() {
        auto settings = settings_for("ell");
        settings.precision = Precision::float32;
        const Json w = protocol::write(document_of(load_matrix("tridiagonal:n=40"), settings));
        QCOMPARE(entries_read(w).size(), std::size_t{95}); // rows 0 to 31: the first has two entries, the others three
        for (const Json& site : w["sites"])
            if (w["arrays"][site["array"].get<std::size_t>()]["name"] == "value")
                QCOMPARE(site["element_bytes"].get<int>(), 4);
    }

    void places_that_do_not_exist_are_refused_with_those_that_do() {
        const Matrix matrix = load_matrix("laplace2d:n=10");
        QCOMPARE(code_of(matrix, settings_for("csr-scalar", 32, 4)), std::string("trace.block"));
        QCOMPARE(code_of(matrix, settings_for("csr-scalar", 32, -1)), std::string("trace.block"));
        QCOMPARE(code_of(matrix, settings_for("csr-scalar", 64, 0, 2)), std::string("trace.warp"));
        QCOMPARE(code_of(matrix, settings_for("csr-scalar", 64, 0, -1)), std::string("trace.warp"));
        auto settings = settings_for("csr-scalar");
        settings.launch = 1;
        QCOMPARE(code_of(matrix, settings), std::string("trace.launch"));
        QCOMPARE(code_of(matrix, settings_for("quantum")), std::string("kernel.unknown"));
        QCOMPARE(code_of(matrix, settings_for("cpu-csr")), std::string("kernel.machine"));
        QCOMPARE(code_of(matrix, settings_for("ell", 40)), std::string("kernel.block"));
        Matrix none;
        none.csr.row_pointer = {0};
        QCOMPARE(code_of(none, settings_for("csr-merge")), std::string("trace.launch"));
        QCOMPARE(code_of(none, settings_for("csr-scalar")), std::string("trace.launch"));
    }

    void the_window_holds_the_warp_and_at_most_4096_nonzeros_data() {
        QTest::addColumn<QString>("matrix");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("last");
        QTest::newRow("small: all of it") << "laplace2d:n=20" << 5 << 6;
        QTest::newRow("rows with room for neighbours") << "laplace2d:n=100" << 320 << 351;
        QTest::newRow("rows that are too much together") << "random-rows:n=1000,fraction=0.5" << 0 << 31;
        QTest::newRow("a row longer than the limit") << "one-long-row:n=20000" << 0 << 19999;
        QTest::newRow("all rows of a large matrix") << "diagonal:n=100000" << 0 << 99999;
    }

    void the_window_holds_the_warp_and_at_most_4096_nonzeros() {
        QFETCH(QString, matrix);
        QFETCH(int, first);
        QFETCH(int, last);
        const CsrMatrix a = load_matrix(matrix.toStdString()).csr;
        const MatrixWindow w = window_around(a, first, last, 3);
        QVERIFY(0 <= w.row_begin && w.row_begin < w.row_end && w.row_end <= a.rows);
        QVERIFY(0 <= w.col_begin && w.col_begin < w.col_end && w.col_end <= a.cols);
        QVERIFY(w.row_begin <= first);
        QVERIFY(entries_in(a, w) <= most_entries_around);
        QVERIFY(entries_in(a, w) > 0);
        const bool has_all_columns = w.col_begin == 0 && w.col_end == a.cols;
        if (has_all_columns && entries_in(a, w) < most_entries_around) QVERIFY(w.row_end > last || last - first > 4096);
    }

    void a_matrix_without_rows_has_an_empty_window() {
        CsrMatrix none;
        none.row_pointer = {0};
        const MatrixWindow w = window_around(none, 0, 0, 0);
        QCOMPARE(w.row_end, std::int64_t{0});
        QCOMPARE(entries_in(none, w), std::int64_t{0});
    }

    void the_sources_are_those_of_the_repository() {
        QVERIFY(kernels::built_in_texts().size() > 20);
        for (const auto& entry : kernels::built_in_texts()) {
            const EmbeddedFile& source = *kernels::built_in_text(entry.operation, entry.info.id);
            QFile file(QStringLiteral(WARPLOOM_SOURCE_DIR "/kernels/") + QString::fromStdString(source.name));
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
            QVERIFY2(file.readAll() == QByteArray::fromStdString(source.text), qPrintable(file.fileName()));
        }
    }
};

WARPLOOM_TEST(WarpDocumentTest);
#include "warp_document_test.moc"
