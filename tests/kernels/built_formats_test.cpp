// The steps of building a format on the Step page, compared with the format that the program builds from the same
// matrix.

#include "engine/walkthrough/pane_steps.h"
#include "kernels/machine/machine.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using namespace warploom;
using namespace warploom::kernels;

namespace {

using Numbers = std::vector<double>;

Numbers numbers_of(const FormatArray& array) {
    Numbers numbers;
    for (std::int64_t i = 0; i < array.size; ++i) switch (array.element) {
        case FormatArray::Element::int32: numbers.push_back(static_cast<const int*>(array.data)[i]); break;
        case FormatArray::Element::int64:
            numbers.push_back(static_cast<double>(static_cast<const std::int64_t*>(array.data)[i]));
            break;
        case FormatArray::Element::float32: numbers.push_back(static_cast<const float*>(array.data)[i]); break;
        case FormatArray::Element::float64: numbers.push_back(static_cast<const double*>(array.data)[i]); break;
        case FormatArray::Element::uint8: numbers.push_back(static_cast<const unsigned char*>(array.data)[i]); break;
        }
    return numbers;
}

/// Removes padding rows: columns have 32 slots, of which the figure shows only those of actual rows.
Numbers without_rounding_up(const Numbers& numbers, int rows) {
    constexpr int warp = 32;
    Numbers kept;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (static_cast<int>(i) % warp < rows) kept.push_back(numbers[i]);
    return kept;
}

} // namespace

class BuiltFormatsTest : public QObject {
    Q_OBJECT

private slots:
    void the_arrays_that_are_shown_are_those_that_kernels_read_data() {
        QTest::addColumn<QString>("format");
        for (const std::string& format : walkthrough::built_formats())
            QTest::newRow(format.c_str()) << QString::fromStdString(format);
    }
    void the_arrays_that_are_shown_are_those_that_kernels_read() {
        QFETCH(QString, format);
        const std::string id = format.toStdString();
        const CsrMatrix matrix = walkthrough::format_example();
        const auto rows = static_cast<int>(matrix.rows);
        FormatOptions options;
        options.block_size = 2;
        options.slice_height = 4;
        options.sort_window = 8;
        options.limit_factor = 100;
        const auto made = make_format(id, matrix, Precision::float64, options);
        const auto built = walkthrough::build_format(id, matrix);
        const std::map<std::string, std::string> other_names{
            {"value", "ell_value"}, {"column", "ell_column"}, {"length", "ell_length"}};
        int compared = 0;
        for (const FormatArray& array : made->arrays()) {
            const auto shown = std::find_if(built.arrays.begin(), built.arrays.end(), [&](const auto& one) {
                const auto other = other_names.find(one.name);
                return one.name == array.name ||
                       (id == "hyb" && other != other_names.end() && other->second == array.name);
            });
            QVERIFY2(shown != built.arrays.end(), array.name.c_str());
            const bool is_padded = (id == "ell" || id == "hyb" || id == "dia") && array.size % 32 == 0 &&
                                   array.size > 0 && array.name != "offset";
            const Numbers expected = is_padded ? without_rounding_up(numbers_of(array), rows) : numbers_of(array);
            QVERIFY2(shown->numbers == expected, array.name.c_str());
            ++compared;
        }
        QVERIFY(compared >= 2);
    }
};

WARPLOOM_TEST(BuiltFormatsTest);
#include "built_formats_test.moc"
