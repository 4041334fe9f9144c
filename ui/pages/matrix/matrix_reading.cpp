#include "ui/pages/matrix/matrix_reading.h"

#include "engine/matrix/matrix_market.h"
#include "ui/look/number_text.h"
#include "ui/look/qt_text.h"
#include "ui/look/words.h"

#include <QLocale>

namespace warploom::ui {

QString rowLengthReading(const MatrixStatistics& statistics, double waiting) {
    const RowLengths& length = statistics.row_length;
    if (statistics.rows == 0) return words("The matrix has no rows.");
    if (statistics.nonzeros == 0) return words("The matrix has no nonzeros: every row is empty.");
    const QString percent = QLocale().toString(waiting * 100, 'f', waiting < 0.0995 && waiting > 0 ? 1 : 0);
    QString reading;
    if (length.min == length.max)
        reading = words("All rows have %1: in a warp of 32 with a row for each lane, all lanes finish together.")
                      .arg(counted(length.max, "nonzero", "nonzeros"));
    else
        reading =
            words("Row lengths run from %1 to %2: in a warp of 32 with a row for each lane, the longest row keeps the "
                  "others waiting %3 % of the time.")
                .arg(shortCount(length.min), shortCount(length.max), percent);
    if (length.empty > 0)
        reading += QLatin1Char(' ') + (length.empty == 1 ? words("One row is empty.")
                                                         : words("%1 rows are empty.").arg(shortCount(length.empty)));
    return reading;
}

int detectedBlock(const MatrixStatistics& statistics, double fill) {
    int best = 1;
    for (const BlockFill& block : statistics.block_fill)
        if (block.fill >= fill) best = std::max(best, block.block_size);
    return best;
}

Table statisticsTable(const LoadedMatrix& loaded, double waiting, const std::optional<ordering::FillFigures>& fill) {
    const MatrixStatistics& s = loaded.statistics;
    Table table{.title = "Statistics of the matrix", .columns = {{"quantity", ""}, {"value", ""}, {"meaning", ""}}};
    const auto add = [&](const QString& name, Cell value, const QString& meaning) {
        table.add_row({name.toStdString(), std::move(value), meaning.toStdString()});
    };
    const auto yes = [](bool is) { return std::string((is ? words("yes") : words("no")).toStdString()); };
    // The counted unit stands with the name: beside the picture there is no room for a column of units.
    add(words("rows"), s.rows, {});
    add(words("columns"), s.cols, {});
    add(words("nonzeros"), s.nonzeros, words("entries of the full matrix"));
    const double places = static_cast<double>(s.rows) * static_cast<double>(s.cols);
    add(words("density, %"), places > 0 ? static_cast<double>(s.nonzeros) / places * 100 : 0.0,
        words("nonzeros in 100 places"));
    add(words("shortest row, nonzeros"), s.row_length.min, {});
    add(words("mean row, nonzeros"), s.row_length.mean, {});
    add(words("longest row, nonzeros"), s.row_length.max, {});
    add(words("deviation, nonzeros"), s.row_length.standard_deviation, words("standard deviation of the row lengths"));
    add(words("empty rows"), s.row_length.empty, {});
    add(words("waiting in a warp, %"), waiting * 100, words("lanes idle, a row for each of 32 lanes"));
    if (s.nonzeros > 0)
        add(words("ELL slots a nonzero"),
            static_cast<double>(s.row_length.max) * static_cast<double>(s.rows) / static_cast<double>(s.nonzeros),
            words("rows padded to the longest; 1 would be no padding"));
    add(words("lower bandwidth, rows"), s.bandwidth_lower, words("from the diagonal to the farthest nonzero under it"));
    add(words("upper bandwidth, rows"), s.bandwidth_upper, words("from the diagonal to the farthest nonzero over it"));
    if (fill) {
        add(words("levels"), fill->levels, words("of L x = b, with L of the pattern of IC(0) and ILU(0)"));
        add(words("entries of IC(0)"), fill->lower, words("on and below the diagonal"));
        if (fill->cholesky)
            add(words("entries of Cholesky"), *fill->cholesky, words("in this order; more than in IC(0) is fill"));
    }
    add(words("diagonals"), s.diagonals, words("that hold a nonzero"));
    add(words("dense blocks, b x b"), std::int64_t{detectedBlock(s)}, words("largest b whose blocks are 90 % full"));
    for (const BlockFill& block : s.block_fill)
        if (block.block_size == 2 || block.block_size == 4 || block.block_size == 8 || block.block_size == 16)
            add(words("fill of %1 x %1 blocks, %").arg(block.block_size), block.fill * 100, {});
    add(words("pattern symmetric"), yes(s.pattern_symmetric), {});
    add(words("values symmetric"), yes(s.values_symmetric), {});
    add(words("entries in the file"), s.stored, words("before mirroring a symmetric half"));
    add(words("explicit zeros"), s.explicit_zeros, words("stored although zero; kept"));
    add(words("repeated entries"), s.repeats, words("added to the first at their place"));
    add(words("field"), std::string(to_string(loaded.matrix.field)), qt(note_on_integers(loaded.matrix)));
    return table;
}

Table histogramTable(const MatrixStatistics& statistics) {
    Table table{.title = "Histogram of row lengths",
                .columns = {{"length", "first"}, {"length", "last"}, {"rows", ""}}};
    for (const HistogramBar& bar : statistics.histogram) table.add_row({bar.first, bar.last, bar.rows});
    return table;
}

} // namespace warploom::ui
