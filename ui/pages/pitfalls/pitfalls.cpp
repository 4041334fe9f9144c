#include "ui/pages/pitfalls/pitfalls.h"

#include "engine/experiment/cells.h"
#include "ui/charts/plot_kind.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

constexpr double ns_per_ms = 1e6;

int column(const Table& table, const char* name) {
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        if (table.columns[c].name == name) return static_cast<int>(c);
    return -1;
}

std::string text(const Table& table, std::size_t row, const char* name) {
    const int c = column(table, name);
    return c < 0 ? std::string() : table.text(row, static_cast<std::size_t>(c));
}

double number(const Table& table, std::size_t row, const char* name) {
    const int c = column(table, name);
    return c < 0 ? no_figure : table.number(row, static_cast<std::size_t>(c));
}

/// Formats a cache size, such as "32 KiB".
QString cacheSize(double bytes) {
    const bool large = bytes >= 1024.0 * 1024;
    return QStringLiteral("%1 %2")
        .arg(QString::number(bytes / (large ? 1024.0 * 1024 : 1024.0), 'g', 4))
        .arg(large ? QStringLiteral("MiB") : QStringLiteral("KiB"));
}

/// Builds a chart's table with the value columns `quantity` (measured), `modelled` and `published`.
class Rows {
public:
    Rows(std::vector<Column> head, const char* quantity, const char* unit, const protocol::Pitfall& answer)
        : answered_(answer.kind == measure::TimeKind::modelled ? PlotKind::modelled : PlotKind::measured) {
        table.columns = std::move(head);
        for (const char* name : {"series", "kind"}) table.columns.push_back({name, ""});
        for (const char* name : {quantity, "modelled", "published"}) table.columns.push_back({name, unit});
    }
    void published(std::vector<Cell> head, const std::string& series, double value) {
        add(std::move(head), series, PlotKind::published, value);
    }
    void answered(std::vector<Cell> head, const std::string& series, double value) {
        add(std::move(head), series, answered_, value);
    }
    /// Adds a computed value that is not a time and does not depend on the machine.
    void computed(std::vector<Cell> head, const std::string& series, double value) {
        add(std::move(head), series, PlotKind::computed, value);
    }
    void mark(std::vector<Cell> head, const std::string& name) {
        head.insert(head.end(), {name, kindCell(PlotKind::mark), Cell(), Cell(), Cell()});
        table.add_row(std::move(head));
    }
    Table table;

private:
    void add(std::vector<Cell> head, const std::string& series, PlotKind kind, double value) {
        if (!std::isfinite(value)) return;
        head.insert(head.end(), {series, kindCell(kind), Cell(), Cell(), Cell()});
        head[head.size() - (kind == PlotKind::published ? 1 : kind == PlotKind::modelled ? 2 : 3)] = value;
        table.add_row(std::move(head));
    }
    PlotKind answered_;
};

ChartSpec spec_of(const QString& title, const char* name, const char* value, const QString& value_title) {
    ChartSpec spec;
    spec.call(name, title, value_title);
    spec.value = value;
    spec.modelled = "modelled";
    spec.published = "published";
    spec.series = "series";
    spec.kind_column = "kind";
    return spec;
}

ChartSpec lines_over(ChartSpec spec, const char* x, const QString& x_title, bool log_x) {
    spec.over(x, x_title);
    spec.log_x = log_x;
    spec.log_value = true;
    spec.log_ticks = log_x;
    return spec;
}

PitfallChart clock_chart(const std::string& method, const protocol::Pitfall& answer) {
    PitfallChart chart;
    const Table printed = experiment::published_table("cerny2011-timing-error.csv"), now = answer.table("phases");
    constexpr double printed_unknowns = 100000;
    const bool says_size = !now.rows.empty() && std::any_of(now.columns.begin(), now.columns.end(),
                                                            [](const auto& c) { return c.name == "unknowns"; });
    const double unknowns = says_size ? number(now, 0, "unknowns") : printed_unknowns;
    chart.spec = spec_of(Text::tr("%1 by phase").arg(toQString(method).toUpper()), ("pitfall-clock-" + method).c_str(),
                         "time", Text::tr("time"));
    chart.spec.category = "phase";
    Rows rows({{"method", ""}, {"phase", ""}}, "time", "ns", answer);
    // Returns the name of the series, "synchronized" or "no synchronization".
    const auto series = [](const std::string& how) { return how.substr(0, how.find(" (")); };
    for (const char* phase : {"host to device", "compute", "device to host", "total"}) {
        const auto take = [&](const Table& from, bool is_printed) {
            for (std::size_t r = 0; r < from.rows.size(); ++r) {
                if (text(from, r, "method") != method || text(from, r, "phase") != phase) continue;
                const std::vector<Cell> head{method, std::string(phase)};
                if (is_printed)
                    rows.published(head, "cerny2011, " + series(text(from, r, "how_timed")),
                                   number(from, r, "value") * ns_per_ms);
                else rows.answered(head, series(text(from, r, "how_timed")), number(from, r, "time"));
            }
        };
        take(now, false);
        // Published times are available only for this size, and times for different sizes cannot be compared.
        if (unknowns == printed_unknowns) take(printed, true);
    }
    chart.table = rows.table;
    return chart;
}

PitfallChart first_run_chart(const protocol::Pitfall& answer) {
    const ChartSpec spec =
        lines_over(spec_of(Text::tr("Ten runs, each timed separately"), "pitfall-first-run", "time", Text::tr("time")),
                   "run", Text::tr("run"), false);
    Rows rows({{"run", ""}, {"unknowns", ""}}, "time", "ns", answer);
    const Table printed = experiment::published_table("cerny2011-cr-cpu-runs.csv"), now = answer.table("runs");
    for (std::size_t r = 0; r < now.rows.size(); ++r)
        rows.answered({number(now, r, "run"), Cell()}, text(now, r, "kernel") + ", " + text(now, r, "cache"),
                      number(now, r, "time"));
    for (std::size_t r = 0; r < printed.rows.size(); ++r) {
        const double unknowns = number(printed, r, "unknowns");
        // Show only a small, a medium and a large system.
        if (unknowns != 100 && unknowns != 10000 && unknowns != 100000) continue;
        rows.published({number(printed, r, "run"), unknowns},
                       "cerny2011, n = " + std::to_string(static_cast<int>(unknowns)),
                       number(printed, r, "value") * ns_per_ms);
    }
    return {spec, rows.table};
}

PitfallChart difference_chart(const protocol::Pitfall& answer) {
    const ChartSpec spec = lines_over(spec_of(Text::tr("Differences between methods"), "pitfall-precision",
                                              "difference", Text::tr("largest difference")),
                                      "unknowns", Text::tr("unknowns"), true);
    Rows rows({{"unknowns", ""}, {"compared", ""}, {"equal", ""}}, "difference", "", answer);
    const Table printed = experiment::published_table("cerny2011-precision.csv"), now = answer.table("differences");
    for (std::size_t r = 0; r < now.rows.size(); ++r)
        rows.computed({number(now, r, "unknowns"), text(now, r, "compared"), number(now, r, "equal")},
                      text(now, r, "precision") + ", " + text(now, r, "compared"), number(now, r, "difference"));
    // A chart cannot show that two results are equal, so the text next to the chart explains it.
    for (std::size_t r = 0; r < printed.rows.size(); ++r)
        rows.published({number(printed, r, "unknowns"), text(printed, r, "compared"), 0.0},
                       "cerny2011, " + text(printed, r, "precision") + ", " + text(printed, r, "compared"),
                       number(printed, r, "difference"));
    return {spec, rows.table};
}

PitfallChart cg_chart(const protocol::Pitfall& answer) {
    PitfallChart chart;
    chart.spec = lines_over(spec_of(Text::tr("Conjugate gradients in float and double"), "pitfall-precision-cg",
                                    "residual", Text::tr("relative residual")),
                            "iteration", Text::tr("iteration"), false);
    chart.spec.log_ticks = true;
    chart.spec.points = "points";
    chart.spec.kind_column = "kind";
    Table& table = chart.table;
    table.columns = {{"iteration", ""}, {"series", ""}, {"kind", ""}, {"residual", ""}, {"points", ""}};
    const Table now = answer.table("cg");
    for (std::size_t r = 0; r < now.rows.size(); ++r) {
        const auto add = [&](double value, const QString& points) {
            if (std::isfinite(value))
                table.add_row({number(now, r, "iteration"), text(now, r, "precision"), kindCell(PlotKind::computed),
                               value, points.toStdString()});
        };
        add(number(now, r, "residual"), {});
        add(number(now, r, "true_residual"), Text::tr("recomputed from x"));
    }
    return chart;
}

PitfallChart cache_chart(const protocol::Pitfall& answer) {
    const ChartSpec spec = lines_over(
        spec_of(Text::tr("Time per unknown"), "pitfall-cache-end", "time_per_unknown", Text::tr("time per unknown")),
        "unknowns", Text::tr("unknowns"), true);
    Rows rows({{"unknowns", ""}}, "time_per_unknown", "ns", answer);
    const Table now = answer.table("times"), caches = answer.table("caches");
    for (std::size_t r = 0; r < now.rows.size(); ++r)
        rows.answered({number(now, r, "unknowns")}, text(now, r, "method"), number(now, r, "time_per_unknown"));
    const Table printed = experiment::published_table("cerny2011-tridiagonal.csv");
    for (std::size_t r = 0; r < printed.rows.size(); ++r) {
        const std::string method = text(printed, r, "method");
        if (text(printed, r, "table") != "cpu" || text(printed, r, "quantity") != "time" ||
            (method != "thomas" && method != "cr"))
            continue;
        const double unknowns = number(printed, r, "unknowns");
        rows.published({unknowns}, "cerny2011, " + method, number(printed, r, "value") * ns_per_ms / unknowns);
    }
    for (std::size_t r = 0; r < caches.rows.size(); ++r) {
        const QString size = cacheSize(number(caches, r, "size"));
        const std::string method = text(caches, r, "method");
        rows.mark({number(caches, r, "unknowns")},
                  text(caches, r, "cache") + " " + size.toStdString() + (method.empty() ? "" : ", " + method));
    }
    rows.mark({196608.0}, "cerny2011: 12 MB");
    return {spec, rows.table};
}

PitfallChart copies_chart(const std::string& method, const protocol::Pitfall& answer) {
    const ChartSpec spec =
        lines_over(spec_of(Text::tr("%1: time with and without transfers").arg(toQString(method).toUpper()),
                           ("pitfall-copies-" + method).c_str(), "time", Text::tr("time")),
                   "unknowns", Text::tr("unknowns"), true);
    Rows rows({{"unknowns", ""}, {"method", ""}}, "time", "ns", answer);
    const Table now = answer.table("times");
    for (std::size_t r = 0; r < now.rows.size(); ++r) {
        if (text(now, r, "method") != method) continue;
        rows.answered({number(now, r, "unknowns"), method}, "computation only", number(now, r, "compute"));
        rows.answered({number(now, r, "unknowns"), method}, "with transfers", number(now, r, "with_copies"));
    }
    const Table printed = experiment::published_table("cerny2011-tridiagonal.csv");
    for (std::size_t r = 0; r < printed.rows.size(); ++r) {
        if (text(printed, r, "table") != "gpu" || text(printed, r, "unit") != "ms") continue;
        const std::string its = text(printed, r, "method"), quantity = text(printed, r, "quantity");
        if (its != method && its != "thomas") continue;
        const std::string series = its == "thomas"                    ? "one core, Thomas"
                                   : quantity == "time, compute only" ? "computation only"
                                                                      : "with transfers";
        rows.published({number(printed, r, "unknowns"), its}, "cerny2011, " + series,
                       number(printed, r, "value") * ns_per_ms);
    }
    return {spec, rows.table};
}

/// Returns a question whose answer is a positive number. A guess is correct if it differs from the answer by at most 20
/// % or at most 2, whichever is more.
std::optional<PitfallQuestion> about(const QString& text, double answer) {
    if (!std::isfinite(answer) || answer < 0 || answer > 1e6) return std::nullopt;
    const int rounded = static_cast<int>(std::lround(answer));
    return PitfallQuestion{text, rounded, std::max(2, rounded / 5)};
}

std::optional<PitfallQuestion> clock_question(const protocol::Pitfall& answer) {
    const Table now = answer.table("phases");
    double waited = no_figure, not_waited = no_figure;
    for (std::size_t r = 0; r < now.rows.size(); ++r) {
        if (text(now, r, "method") != "cr" || text(now, r, "phase") != "compute") continue;
        const bool waits = text(now, r, "how_timed").rfind("synch", 0) == 0;
        (waits ? waited : not_waited) = number(now, r, "time");
    }
    return about(
        Text::tr(
            "The timer for CR stops without waiting for the GPU. What percentage of the actual time does it report?"),
        100 * not_waited / waited);
}

std::optional<PitfallQuestion> first_run_question(const protocol::Pitfall& answer) {
    const Table now = answer.table("runs");
    double first = no_figure;
    std::vector<double> later;
    const std::string kernel = now.rows.empty() ? std::string() : text(now, 0, "kernel"),
                      cache = now.rows.empty() ? std::string() : text(now, 0, "cache");
    for (std::size_t r = 0; r < now.rows.size(); ++r) {
        if (text(now, r, "kernel") != kernel || text(now, r, "cache") != cache) continue;
        if (number(now, r, "run") == 1) first = number(now, r, "time");
        else later.push_back(number(now, r, "time"));
    }
    if (later.empty()) return std::nullopt;
    std::nth_element(later.begin(), later.begin() + static_cast<std::ptrdiff_t>(later.size() / 2), later.end());
    return about(Text::tr("How long does the first run take, as a percentage of the median of the later runs?"),
                 100 * first / later[later.size() / 2]);
}

std::optional<PitfallQuestion> precision_question(const protocol::Pitfall& answer) {
    const Table now = answer.table("cg");
    double least = no_figure;
    for (std::size_t r = 0; r < now.rows.size(); ++r) {
        const double residual = number(now, r, "true_residual");
        if (text(now, r, "precision") != "float" || !(residual > 0)) continue;
        least = std::isfinite(least) ? std::min(least, residual) : residual;
    }
    if (!std::isfinite(least)) return std::nullopt;
    return PitfallQuestion{
        Text::tr("With conjugate gradients in float, the true residual drops to about 10⁻ⁿ. What is n?"),
        static_cast<int>(std::lround(-std::log10(least))), 1};
}

std::optional<PitfallQuestion> cache_question(const protocol::Pitfall& answer) {
    const Table now = answer.table("times");
    double small = no_figure, large = no_figure, least = 0, most = 0;
    for (std::size_t r = 0; r < now.rows.size(); ++r) {
        if (text(now, r, "method") != text(now, 0, "method")) continue;
        const double unknowns = number(now, r, "unknowns"), time = number(now, r, "time_per_unknown");
        if (least == 0 || unknowns < least) {
            least = unknowns;
            small = time;
        }
        if (unknowns > most) {
            most = unknowns;
            large = time;
        }
    }
    return about(
        Text::tr("What is the time per unknown of the largest system, as a percentage of the time per unknown of "
                 "the smallest system?"),
        100 * large / small);
}

std::optional<PitfallQuestion> copies_question(const protocol::Pitfall& answer) {
    const Table now = answer.table("times");
    double most = 0, share = no_figure;
    for (std::size_t r = 0; r < now.rows.size(); ++r) {
        if (text(now, r, "method") != "cr" || number(now, r, "unknowns") < most) continue;
        most = number(now, r, "unknowns");
        share = 100 * (1 - number(now, r, "compute") / number(now, r, "with_copies"));
    }
    return about(Text::tr("For CR on the largest system, what percentage of the total time is spent on copies?"),
                 share);
}

} // namespace

const QList<PitfallDemonstration>& pitfalls() {
    static const QList<PitfallDemonstration> all{
        {QStringLiteral("clock"),
         Text::tr("Timing without synchronization"),
         Text::tr("A kernel launch is asynchronous: it returns before the GPU has finished. A timer that is stopped at "
                  "this point measures only the launch. The next copy has to wait for the kernel, so the copy seems to "
                  "take longer than it does."),
         Text::tr(
             "Without synchronization, the computation seems almost free and the copy to the host seems far too slow, "
             "although the total is the same. If the program synchronizes before it reads the timer, each phase is "
             "timed correctly: in cerny2011, the computation takes 1.67 ms instead of 0.18 ms (CR, 100,000 unknowns)."),
         {{QStringLiteral("CR"), [](const protocol::Pitfall& answer) { return clock_chart("cr", answer); }},
          {QStringLiteral("PCR"), [](const protocol::Pitfall& answer) { return clock_chart("pcr", answer); }}},
         clock_question},
        {QStringLiteral("first-run"),
         Text::tr("The first run"),
         Text::tr("The first run of a kernel includes one-time costs: the code is loaded, memory is touched for the "
                  "first time, caches are cold and clock rates are low. The chart shows ten runs of the same kernel, "
                  "each timed separately."),
         Text::tr("The first run is an outlier, especially for small systems, whereas the later, warm runs take "
                  "similar times. The outlier hardly affects the median of many runs, but it distorts the mean. The "
                  "time of a single run is meaningless."),
         {{{}, first_run_chart}},
         first_run_question},
        {QStringLiteral("precision"),
         Text::tr("float versus double"),
         Text::tr("In exact arithmetic, Thomas, CR and PCR compute the same x. In float, the methods have different "
                  "rounding errors, and the differences grow with the number of unknowns. In conjugate gradients, the "
                  "residual stops decreasing at some point."),
         Text::tr("In double, the methods agree at every size. In float, they disagree beyond a certain size (100,000 "
                  "unknowns in the published results). The speed of float is worthless if the result is wrong."),
         {{Text::tr("Thomas, CR and PCR"), difference_chart}, {Text::tr("Conjugate gradients"), cg_chart}},
         precision_question},
        {QStringLiteral("cache-end"),
         Text::tr("Cache capacity"),
         Text::tr("For small systems, you measure the speed of the cache; for large systems, you measure the speed of "
                  "memory. In cerny2011, a row takes 64 bytes, so a 12 MB cache holds 196,608 rows. For larger "
                  "systems, the time per unknown increases."),
         Text::tr("The time per unknown is constant while the data fit in a cache, rises when the data exceed its "
                  "capacity, and then levels off again. Extrapolating times across such a step gives wrong results."),
         {{{}, cache_chart}},
         cache_question},
        {QStringLiteral("copies"),
         Text::tr("Copies take time"),
         Text::tr("Published GPU times often include only the computation. However, the data must first be copied to "
                  "the GPU, and the solution must be copied back to the host."),
         Text::tr("When copies are included, a fast method loses most of its advantage: PCR on the GeForce GTX 460 is "
                  "no faster than a single CPU core. The GPU pays off only if the data stay on the device."),
         {{QStringLiteral("CR"), [](const protocol::Pitfall& answer) { return copies_chart("cr", answer); }},
          {QStringLiteral("PCR"), [](const protocol::Pitfall& answer) { return copies_chart("pcr", answer); }}},
         copies_question},
    };
    return all;
}

} // namespace warploom::ui
