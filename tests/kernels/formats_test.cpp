#include "random_matrices.h"

#include "engine/error.h"
#include "engine/generators/generators.h"
#include "kernels/formats/bcsr.h"
#include "kernels/formats/ell.h"
#include "kernels/machine/machine.h"
#include "support/runner.h"

#include <QTest>

#include <map>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

namespace {

/// Returns the elements of an array of a format as doubles.
std::vector<double> array_of(const HostFormat& format, const std::string& name) {
    for (const FormatArray& array : format.arrays()) {
        if (array.name != name) continue;
        std::vector<double> list;
        for (std::int64_t i = 0; i < array.size; ++i) switch (array.element) {
            case FormatArray::Element::int32: list.push_back(static_cast<const std::int32_t*>(array.data)[i]); break;
            case FormatArray::Element::int64:
                list.push_back(static_cast<double>(static_cast<const std::int64_t*>(array.data)[i]));
                break;
            case FormatArray::Element::float32:
                list.push_back(static_cast<double>(static_cast<const float*>(array.data)[i]));
                break;
            case FormatArray::Element::float64: list.push_back(static_cast<const double*>(array.data)[i]); break;
            case FormatArray::Element::uint8: list.push_back(static_cast<const unsigned char*>(array.data)[i]); break;
            }
        return list;
    }
    return {-999};
}

/// Returns the first `rows` slots of each column of slots, which are 32 slots apart.
std::vector<double> without_round_up(const std::vector<double>& slot_list, int rows) {
    std::vector<double> list;
    for (std::size_t i = 0; i < slot_list.size(); ++i)
        if (static_cast<int>(i % 32) < rows) list.push_back(slot_list[i]);
    return list;
}

//     1 . 2 .
//     . . . .
//     3 4 5 6
//     . 7 . .
CsrMatrix small_matrix() { return matrix_of({{{0, 1}, {2, 2}}, {}, {{0, 3}, {1, 4}, {2, 5}, {3, 6}}, {{1, 7}}}, 4); }

using Arrays = std::map<std::string, std::vector<double>>;

struct Expected {
    const char* format;
    bool in_columns_of_32; ///< whether `column` and `value` are compared without padding rows
    Arrays arrays;
};

std::vector<Expected> expected_arrays() {
    const std::vector<double> values{1, 2, 3, 4, 5, 6, 7};
    return {
        {"coo", false, {{"row", {0, 0, 2, 2, 2, 2, 3}}, {"column", {0, 2, 0, 1, 2, 3, 1}}, {"value", values}}},
        {"csr", false, {{"row_pointer", {0, 2, 2, 6, 7}}, {"column", {0, 2, 0, 1, 2, 3, 1}}, {"value", values}}},
        {"csr-sorted",
         false,
         {{"row_pointer", {0, 0, 1, 3, 7}},
          {"row", {1, 3, 0, 2}},
          {"column", {1, 0, 2, 0, 1, 2, 3}},
          {"value", {7, 1, 2, 3, 4, 5, 6}}}},
        {"csc",
         false,
         {{"column_pointer", {0, 2, 4, 6, 7}}, {"row", {0, 2, 2, 3, 0, 2, 2}}, {"value", {1, 3, 4, 7, 2, 5, 6}}}},
        {"ell",
         true,
         {{"length", {2, 0, 4, 1}},
          {"column", {0, 0, 0, 1, 2, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0}},
          {"value", {1, 0, 3, 7, 2, 0, 4, 0, 0, 0, 5, 0, 0, 0, 6, 0}}}},
        {"ell-sorted",
         true,
         {{"row", {1, 3, 0, 2}},
          {"length", {0, 1, 2, 4}},
          {"column", {0, 1, 0, 0, 0, 0, 2, 1, 0, 0, 0, 2, 0, 0, 0, 3}},
          {"value", {0, 7, 1, 3, 0, 0, 2, 4, 0, 0, 0, 5, 0, 0, 0, 6}}}},
        {"jad",
         false,
         {{"permutation", {2, 0, 3, 1}},
          {"diagonal_pointer", {0, 3, 5, 6, 7}},
          {"column", {0, 0, 1, 1, 2, 2, 3}},
          {"value", {3, 1, 7, 4, 2, 5, 6}}}},
        {"hyb",
         true,
         {{"ell_length", {2, 0, 2, 1}},
          {"ell_column", {0, 0, 0, 1, 2, 0, 1, 0}},
          {"ell_value", {1, 0, 3, 7, 2, 0, 4, 0}},
          {"coo_row", {2, 2}},
          {"coo_column", {2, 3}},
          {"coo_value", {5, 6}}}},
        {"bcsr",
         false,
         {{"pointer", {0, 4, 8}},
          {"column", {0, 1, 2, 3, 0, 1, 2, 3}},
          {"value", {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 4, 7, 5, 0, 6, 0}}}},
        {"bcsr-blocks",
         false,
         {{"pointer", {0, 2, 4}},
          {"column", {0, 1, 0, 1}},
          {"value", {1, 0, 0, 0, 2, 0, 0, 0, 3, 4, 0, 7, 5, 6, 0, 0}}}},
        {"dia", true, {{"offset", {-2, -1, 0, 1, 2}}, {"value", {0, 0, 3, 7, 0, 0, 4, 0, 1, 0,
                                                                 5, 0, 0, 0, 6, 0, 2, 0, 0, 0}}}},
        {"sell",
         false,
         {{"slice_pointer", {0, 8, 10}},
          {"row", {2, 0, 3, 1}},
          {"column", {0, 0, 1, 2, 2, -1, 3, -1, 1, -1}},
          {"value", {3, 1, 4, 2, 5, 0, 6, 0, 7, 0}}}},
    };
}

FormatOptions small_options() {
    FormatOptions options;
    options.block_size = 2;
    options.slice_height = 2;
    options.sort_window = 4;
    return options;
}

} // namespace

class FormatsTest : public QObject {
    Q_OBJECT
private slots:
    void the_arrays_of_a_drawn_matrix_are_these_data() {
        QTest::addColumn<int>("index");
        const auto list = expected_arrays();
        for (int i = 0; i < static_cast<int>(list.size()); ++i) QTest::newRow(list[i].format) << i;
    }
    void the_arrays_of_a_drawn_matrix_are_these() {
        QFETCH(int, index);
        const Expected expected = expected_arrays()[index];
        for (const Precision p : {Precision::float32, Precision::float64}) {
            const auto made = make_format(expected.format, small_matrix(), p, small_options());
            QCOMPARE(made->arrays().size(), expected.arrays.size());
            for (const auto& [name, values] : expected.arrays) {
                auto got = array_of(*made, name);
                const bool in_slots =
                    name.find("column") != std::string::npos || name.find("value") != std::string::npos;
                if (expected.in_columns_of_32 && in_slots && name.rfind("coo", 0) != 0) got = without_round_up(got, 4);
                QVERIFY2(got == values, name.c_str());
            }
        }
    }
    void every_format_has_its_arrays_drawn_above() {
        const auto list = expected_arrays();
        for (const FormatInfo& info : formats())
            QVERIFY2(std::any_of(list.begin(), list.end(),
                                 [&](const Expected& e) { return std::string(e.format) == info.id; }),
                     info.id);
    }

    void bytes_are_known_before_and_padding_is_counted_data() {
        QTest::addColumn<QString>("format");
        for (const FormatInfo& info : formats()) QTest::newRow(info.id) << info.id;
    }
    void bytes_are_known_before_and_padding_is_counted() {
        QFETCH(QString, format);
        const std::string id = format.toStdString();
        for (const Drawn& drawn : random_matrices())
            for (const Precision p : {Precision::float32, Precision::float64}) {
                FormatOptions options = drawn.options;
                options.limit_factor = 1e6;
                const auto made = make_format(id, drawn.a, p, options);
                QVERIFY2(made->footprint.bytes == format_bytes_needed(id, drawn.a, p, options), drawn.name.c_str());
                QCOMPARE(made->footprint.value_slots - made->footprint.padding, drawn.a.nonzeros());
                QVERIFY(made->footprint.padding >= 0);
                QCOMPARE(made->footprint.csr_bytes, format_bytes_needed("csr", drawn.a, p, options));
                if (id == "coo" || id == "csr" || id == "csc" || id == "jad" || id == "csr-sorted")
                    QCOMPARE(made->footprint.padding, 0);
            }
    }

    void a_conversion_beyond_the_limit_is_refused_with_the_figure_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("matrix");
        QTest::addColumn<QString>("figure");
        QTest::newRow("ell, one long row") << "ell"
                                           << "one-long-row:n=4000"
                                           << "183."; // 4000 x 4000 slots of 12 bytes
        QTest::newRow("ell-sorted, one long row") << "ell-sorted"
                                                  << "one-long-row:n=4000"
                                                  << "183.";
        QTest::newRow("dia, arrow") << "dia"
                                    << "arrow:n=3000"
                                    << "137."; // 5999 diagonals of 3008 slots of 8 bytes
    }
    void a_conversion_beyond_the_limit_is_refused_with_the_figure() {
        QFETCH(QString, format);
        QFETCH(QString, matrix);
        QFETCH(QString, figure);
        const CsrMatrix a = generate_matrix(matrix.toStdString()).csr;
        try {
            make_format(format.toStdString(), a, Precision::float64, {});
            QFAIL("was not refused");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("memory.limit"));
            QVERIFY2(QString(error.what()).contains(figure), error.what());
            QVERIFY(!error.hint().empty());
        }
        FormatOptions generous;
        generous.limit_factor = 1e5;
        QVERIFY(make_format(format.toStdString(), a, Precision::float64, generous) != nullptr);
    }

    void more_slots_than_four_bytes_count_are_counted_right() {
        // 2^25 rows, the longest with 128 entries: 2^32 slots, which are not allocated here.
        CsrMatrix a;
        a.rows = std::int64_t{1} << 25;
        a.cols = 1000;
        a.row_pointer.assign(a.rows + 1, 128);
        a.row_pointer[0] = 0;
        for (int j = 0; j < 128; ++j) a.column.push_back(j);
        a.value.assign(128, 1.0);
        const std::int64_t slot_list = std::int64_t{1} << 32;
        QCOMPARE(format_bytes_needed("ell", a, Precision::float64, {}), a.rows * 4 + slot_list * 12);
        QCOMPARE(format_bytes_needed("ell", a, Precision::float32, {}), a.rows * 4 + slot_list * 8);
        QCOMPARE(format_bytes_needed("dia", a, Precision::float64, {}), 128 * (a.rows * 8 + 4));
        QVERIFY_THROWS_EXCEPTION(Error, make_format("ell", a, Precision::float64, {}));
        static_assert(sizeof(Ell<double>::leading_dimension) == 8,
                      "a slot is k * leading_dimension + row, which passes 2^31");
    }
    void a_size_beyond_64_bits_is_refused_and_does_not_wrap() {
        const std::int64_t largest = std::numeric_limits<std::int32_t>::max();
        QVERIFY(bytes_of_slots(largest, largest, 12) > std::int64_t{1} << 60);
        QCOMPARE(bytes_of_slots(3, 32, 12), 3 * 32 * 12);
    }

    void the_block_size_is_detected_data() {
        QTest::addColumn<QString>("matrix");
        QTest::addColumn<int>("block");
        QTest::newRow("8") << "reservoir:grid=5,block=8" << 8;
        QTest::newRow("7") << "reservoir:grid=5,block=7" << 7;
        QTest::newRow("16") << "reservoir:grid=4,block=16" << 16;
        QTest::newRow("3") << "reservoir:grid=6,block=3" << 3;
        QTest::newRow("none") << "random-rows:n=500,fraction=0.05" << 1;
        QTest::newRow("a matrix without entries") << "empty-rows:n=50,length=0" << 1;
    }
    void the_block_size_is_detected() {
        QFETCH(QString, matrix);
        QFETCH(int, block);
        QCOMPARE(detect_block_size(generate_matrix(matrix.toStdString()).csr), block);
    }
    void full_blocks_are_not_padded() {
        const CsrMatrix a = generate_matrix("reservoir:grid=5,block=7").csr;
        QCOMPARE(make_format("bcsr", a, Precision::float64, {})->footprint.padding, 0);
    }

    void wrong_options_and_names_are_refused_with_a_sentence() {
        FormatOptions no_slices;
        no_slices.slice_height = 0;
        QVERIFY_THROWS_EXCEPTION(Error, make_format("sell", small_matrix(), Precision::float64, no_slices));
        FormatOptions no_blocks;
        no_blocks.block_size = -3;
        QVERIFY_THROWS_EXCEPTION(Error, make_format("bcsr", small_matrix(), Precision::float64, no_blocks));
        try {
            make_format("elll", small_matrix(), Precision::float64, {});
            QFAIL("was not refused");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("format.unknown"));
            QVERIFY(error.hint().find("ell-sorted") != std::string::npos);
        }
    }
    void a_cancelled_conversion_says_so() {
        const std::atomic<bool> cancelled{true};
        Progress progress;
        progress.cancelled = &cancelled;
        QVERIFY_THROWS_EXCEPTION(Error, make_format("csr", small_matrix(), Precision::float64, {}, progress));
    }
};

WARPLOOM_TEST(FormatsTest);
#include "formats_test.moc"
