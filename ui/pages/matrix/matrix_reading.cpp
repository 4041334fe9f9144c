#include "ui/pages/matrix/matrix_reading.h"

#include "engine/matrix/matrix_market.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <QLocale>

namespace warploom::ui {

QString rowLengthReading(const MatrixStatistics& statistics, double waiting) {
    const RowLengths& length = statistics.row_length;
    if (statistics.rows == 0) return Text::tr("The matrix has no rows.");
    if (statistics.nonzeros == 0) return Text::tr("The matrix has no nonzeros. Every row is empty.");
    const QString percent = QLocale().toString(waiting * 100, 'f', waiting < 0.0995 && waiting > 0 ? 1 : 0);
    QString reading;
    if (length.min == length.max)
        reading = Text::tr("All rows have %1 nonzeros. With one row per lane, all 32 lanes of a warp finish together.",
                           nullptr, pluralOf(length.max))
                      .arg(shortCount(length.max));
    else
        reading = Text::tr("Row lengths range from %1 to %2. With one row per lane, lanes spend %3% of the time idle, "
                           "waiting for the longest row in their warp.")
                      .arg(shortCount(length.min), shortCount(length.max), percent);
    if (length.empty > 0)
        reading += QLatin1Char(' ') +
                   Text::tr("%1 rows are empty.", nullptr, pluralOf(length.empty)).arg(shortCount(length.empty));
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
    Table table{.title = "Matrix statistics", .columns = {{"quantity", ""}, {"value", ""}, {"meaning", ""}}};
    const auto add = [&](const QString& name, Cell value, const QString& meaning) {
        table.add_row({name.toStdString(), std::move(value), meaning.toStdString()});
    };
    const auto yes = [](bool is) { return std::string((is ? Text::tr("yes") : Text::tr("no")).toStdString()); };
    // Add units to the names of the statistics, because there is no room for a column of units.
    add(Text::tr("rows"), s.rows, {});
    add(Text::tr("columns"), s.cols, {});
    add(Text::tr("nonzeros"), s.nonzeros,
        Text::tr("entries after symmetric storage is expanded, including explicit zeros"));
    const double places = static_cast<double>(s.rows) * static_cast<double>(s.cols);
    add(Text::tr("density (%)"), places > 0 ? static_cast<double>(s.nonzeros) / places * 100 : 0.0,
        Text::tr("nonzeros per 100 matrix elements"));
    add(Text::tr("shortest row (nonzeros)"), s.row_length.min, {});
    add(Text::tr("mean row (nonzeros)"), s.row_length.mean, {});
    add(Text::tr("longest row (nonzeros)"), s.row_length.max, {});
    add(Text::tr("standard deviation (nonzeros)"), s.row_length.standard_deviation,
        Text::tr("standard deviation of the row lengths"));
    for (std::size_t i = 0; i < s.row_length.percentiles.size(); ++i)
        add(Text::tr("%1th percentile (nonzeros)").arg(row_length_percentiles[i]), s.row_length.percentiles[i],
            Text::tr("%1% of the rows have at most this length").arg(row_length_percentiles[i]));
    add(Text::tr("empty rows"), s.row_length.empty, {});
    add(Text::tr("idle lanes per warp (%)"), waiting * 100, Text::tr("with one row per lane"));
    if (s.nonzeros > 0)
        add(Text::tr("ELL slots per nonzero"),
            static_cast<double>(s.row_length.max) * static_cast<double>(s.rows) / static_cast<double>(s.nonzeros),
            Text::tr("if all rows are padded to the length of the longest row; 1 means no padding"));
    add(Text::tr("lower bandwidth (rows)"), s.bandwidth_lower,
        Text::tr("largest distance from the diagonal to a nonzero below it"));
    add(Text::tr("upper bandwidth (rows)"), s.bandwidth_upper,
        Text::tr("largest distance from the diagonal to a nonzero above it"));
    if (fill) {
        add(Text::tr("levels"), fill->levels,
            Text::tr("number of dependency levels when solving L x = b, where L has the sparsity pattern of the IC(0) "
                     "and ILU(0) factors"));
        add(Text::tr("IC(0) entries"), fill->lower, Text::tr("entries on and below the diagonal"));
        if (fill->cholesky)
            add(Text::tr("Cholesky entries"), *fill->cholesky,
                Text::tr(
                    "entries in the Cholesky factor for the current ordering; those that IC(0) omits are fill-in"));
    }
    add(Text::tr("diagonals"), s.diagonals, Text::tr("number of diagonals with at least one nonzero"));
    add(Text::tr("dense block size"), std::int64_t{detectedBlock(s)},
        Text::tr("largest b for which b x b blocks are at least 90% full"));
    for (const BlockFill& block : s.block_fill)
        if (block.block_size == 2 || block.block_size == 4 || block.block_size == 8 || block.block_size == 16)
            add(Text::tr("average fill of %1 x %1 blocks (%)").arg(block.block_size), block.fill * 100, {});
    add(Text::tr("symmetric pattern"), yes(s.pattern_symmetric), {});
    add(Text::tr("symmetric values"), yes(s.values_symmetric), {});
    add(Text::tr("entries in the file"), s.stored, Text::tr("number of entries before symmetric storage is expanded"));
    add(Text::tr("explicit zeros"), s.explicit_zeros, Text::tr("stored entries that are zero; they count as nonzeros"));
    add(Text::tr("repeated entries"), s.repeats,
        Text::tr("duplicate entries, which are summed when the file is loaded"));
    add(Text::tr("field"), std::string(to_string(loaded.matrix.field)), toQString(note_on_values(loaded.matrix)));
    return table;
}

Table histogramTable(const MatrixStatistics& statistics) {
    Table table{.title = "Histogram of row lengths",
                .columns = {{"length", "first"}, {"length", "last"}, {"rows", ""}}};
    for (const HistogramBar& bar : statistics.histogram) table.add_row({bar.first, bar.last, bar.rows});
    return table;
}

} // namespace warploom::ui
