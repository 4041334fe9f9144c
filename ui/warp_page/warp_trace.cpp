#include "ui/warp_page/warp_trace.h"
#include "ui/words.h"

#include "engine/error.h"

#include <QJsonArray>

#include <limits>

namespace warploom::ui {

namespace {

using simulated::Access;
using simulated::Space;
using simulated::warp_size;

[[noreturn]] void refuse(const QString& field, const char* expected) {
    throw Error(
        "warp.malformed",
        words("This trace cannot be shown: '%1' should be %2.").arg(field, words(expected)).toStdString(),
        words("Window and worker, or the program that wrote the file, may be of different versions.").toStdString());
}

/// One object of the document with its place, so that every complaint can name the field.
class Reader {
public:
    Reader(const QJsonValue& value, QString where) : where_(std::move(where)) {
        if (!value.isObject()) refuse(where_, "an object");
        object_ = value.toObject();
    }

    QString place(const char* key) const {
        return where_.isEmpty() ? QLatin1String(key) : where_ + QLatin1Char('.') + QLatin1String(key);
    }
    QJsonValue at(const char* key) const { return object_.value(QLatin1String(key)); }
    bool has(const char* key) const { return !at(key).isUndefined() && !at(key).isNull(); }

    /// Whole numbers travel as numbers or, where they may need 64 bits, as strings.
    std::int64_t whole(const char* key, std::int64_t least, std::int64_t greatest) const {
        const QJsonValue value = at(key);
        bool is = false;
        qint64 number = 0;
        if (value.isString()) {
            number = value.toString().toLongLong(&is);
        } else if (value.isDouble()) {
            number = value.toInteger(least - 1);
            is = number >= least;
        }
        if (!is || number < least || number > greatest) refuse(place(key), "a whole number in its range");
        return number;
    }
    int small(const char* key, int least, int greatest) const { return static_cast<int>(whole(key, least, greatest)); }
    QString text(const char* key) const {
        if (!at(key).isString()) refuse(place(key), "a text");
        return at(key).toString();
    }
    QJsonArray list(const char* key) const {
        if (!at(key).isArray()) refuse(place(key), "a list");
        return at(key).toArray();
    }
    std::uint32_t mask(const char* key) const {
        const QString hex = text(key);
        bool is = false;
        const std::uint32_t bits = hex.toUInt(&is, 16);
        if (!is || hex.size() != 8) refuse(place(key), "eight hexadecimal digits");
        return bits;
    }
    Reader child(const char* key) const { return {at(key), place(key)}; }

private:
    QJsonObject object_;
    QString where_;
};

constexpr std::int64_t most = std::int64_t{1} << 48;

QString numbered(const char* list, qsizetype i) { return QStringLiteral("%1[%2]").arg(QLatin1String(list)).arg(i); }

WarpSource parseSource(const Reader& in) {
    WarpSource source;
    source.file = in.text("file");
    source.title = in.has("title") ? in.text("title") : source.file.section(QLatin1Char('/'), -1);
    source.first_line = in.has("first_line") ? in.small("first_line", 1, 1'000'000) : 1;
    for (const QJsonValue& line : in.list("lines")) {
        if (!line.isString()) refuse(in.place("lines"), "a list of texts");
        source.lines << line.toString();
    }
    return source;
}

Space parseSpace(const Reader& in) {
    const QString name = in.text("space");
    for (const auto& [space, word] :
         {std::pair{Space::global, "global"}, std::pair{Space::shared, "shared"}, std::pair{Space::none, "none"}})
        if (name == QLatin1String(word)) return space;
    refuse(in.place("space"), "global, shared or none");
}

Access parseAccess(const Reader& in) {
    const QString name = in.text("kind");
    for (const auto& [access, word] :
         {std::pair{Access::load, "load"}, std::pair{Access::store, "store"}, std::pair{Access::atomic, "atomic"},
          std::pair{Access::shuffle, "shuffle"}, std::pair{Access::ballot, "ballot"},
          std::pair{Access::barrier, "barrier"}, std::pair{Access::warp_barrier, "warp_barrier"}})
        if (name == QLatin1String(word)) return access;
    refuse(in.place("kind"), "one of load, store, atomic, shuffle, ballot, barrier, warp_barrier");
}

simulated::TracedArray parseArray(const Reader& in) {
    simulated::TracedArray array;
    array.name = in.text("name").toStdString();
    array.space = parseSpace(in);
    array.element_bytes = in.small("element_bytes", 1, 16);
    array.size = in.whole("size", 0, most);
    array.base = static_cast<std::uint64_t>(in.whole("base", 0, most));
    return array;
}

WarpSite parseSite(const Reader& in, const WarpTrace& trace) {
    WarpSite site;
    site.access = parseAccess(in);
    site.space = parseSpace(in);
    site.array = in.small("array", -1, static_cast<int>(trace.arrays.size()) - 1);
    site.file = in.text("file");
    site.line = in.small("line", 0, 10'000'000);
    site.kernel_line = in.has("kernel_line") ? in.small("kernel_line", 0, 10'000'000) : site.line;
    const bool touches = site.access == Access::load || site.access == Access::store || site.access == Access::atomic;
    if (touches && site.array < 0) refuse(in.place("array"), "the number of an array");
    if (touches && site.space == Space::none) refuse(in.place("space"), "global or shared");
    if (!touches) site.array = -1;
    if (touches) site.element_bytes = in.small("element_bytes", 1, 16);
    return site;
}

WarpEntry parseEntry(const QJsonValue& value, const WarpTrace& trace, const QString& where) {
    if (value.isNull()) return {};
    const QJsonArray pair = value.toArray();
    const WarpEntry entry{pair.at(0).toInteger(-1), pair.at(1).toInteger(-1)};
    if (pair.size() != 2 || entry.row < 0 || entry.row >= trace.rows || entry.col < 0 || entry.col >= trace.cols)
        refuse(where, "a row and a column of the matrix, or null");
    return entry;
}

QJsonArray lanes(const Reader& in, const char* key) {
    QJsonArray list = in.list(key);
    if (list.size() != warp_size) refuse(in.place(key), "a list of 32");
    return list;
}

WarpStep parseStep(const Reader& in, WarpTrace& trace) {
    WarpStep step;
    step.site = in.small("site", 0, static_cast<int>(trace.sites.size()) - 1);
    step.active = in.mask("active");
    step.waiting = in.mask("waiting");
    if (step.active == 0) refuse(in.place("active"), "at least one lane");
    if ((step.active & step.waiting) != 0) refuse(in.place("waiting"), "other lanes than the active ones");
    step.flops = in.has("flops") ? in.whole("flops", 0, most) : 0;
    const Access access = trace.sites[step.site].access;
    const bool needs_index = access != Access::ballot && access != Access::barrier && access != Access::warp_barrier;
    if (needs_index || in.has("index")) {
        const QJsonArray index = lanes(in, "index");
        for (int l = 0; l < warp_size; ++l) {
            if ((step.active >> l & 1U) == 0) continue;
            const qint64 element = index.at(l).toInteger(-most - 1);
            if (needs_index && (element < -most || element > most))
                refuse(in.place("index"), "a whole number for each active lane");
            step.index[l] = element < -most ? 0 : element;
        }
    }
    if (in.has("value")) {
        const QJsonArray list = lanes(in, "value");
        LaneValues values;
        for (int l = 0; l < warp_size; ++l) values[l] = list.at(l).toDouble(std::numeric_limits<double>::quiet_NaN());
        step.values = static_cast<int>(trace.values.size());
        trace.values.push_back(values);
    }
    if (in.has("entry")) {
        const QJsonArray list = lanes(in, "entry");
        LaneEntries entries;
        for (int l = 0; l < warp_size; ++l) entries[l] = parseEntry(list.at(l), trace, in.place("entry"));
        step.entries = static_cast<int>(trace.entries.size());
        trace.entries.push_back(entries);
    }
    return step;
}

void parseOwners(const Reader& in, WarpTrace& trace) {
    trace.row_begin = in.whole("row_begin", 0, trace.rows);
    trace.row_end = in.whole("row_end", trace.row_begin, trace.rows);
    trace.col_begin = in.whole("col_begin", 0, trace.cols);
    trace.col_end = in.whole("col_end", trace.col_begin, trace.cols);
    for (const QJsonValue& value : in.list("entries")) {
        const QJsonArray five = value.toArray();
        const WarpOwner owner{five.at(0).toInteger(-1), five.at(1).toInteger(-1), five.at(2).toInteger(-1),
                              static_cast<int>(five.at(3).toInteger(-1)), static_cast<int>(five.at(4).toInteger(-1))};
        if (five.size() != 5 || owner.row < trace.row_begin || owner.row >= trace.row_end ||
            owner.col < trace.col_begin || owner.col >= trace.col_end || owner.block < -1 || owner.warp < -1 ||
            owner.lane < -1 || owner.lane >= warp_size)
            refuse(in.place("entries"), "lists of row, column, block, warp and lane inside the window");
        trace.owners.push_back(owner);
    }
}

} // namespace

QString WarpTrace::arrayOf(int step) const {
    const int array = siteOf(step).array;
    return array < 0 ? QString() : QString::fromStdString(arrays[array].name);
}

std::array<std::uint64_t, warp_size> WarpTrace::addresses(int step) const {
    std::array<std::uint64_t, warp_size> result{};
    const WarpStep& at = steps[step];
    const WarpSite& site = siteOf(step);
    if (site.array < 0) return result;
    const std::uint64_t base = arrays[site.array].base;
    for (std::size_t l = 0; l < warp_size; ++l)
        if ((at.active >> l & 1U) != 0)
            result[l] = base + static_cast<std::uint64_t>(at.index[l]) * static_cast<std::uint64_t>(site.element_bytes);
    return result;
}

const LaneEntries* WarpTrace::entriesAt(int step) const {
    for (int s = step; s >= 0; --s)
        if (const int list = steps[s].entries; list >= 0) return &entries[list];
    return nullptr;
}

const WarpSource* WarpTrace::sourceOf(const QString& file) const {
    for (const WarpSource& source : sources)
        if (source.file == file) return &source;
    return nullptr;
}

WarpTraceHandle parseWarpTrace(const QJsonObject& object) {
    auto trace = std::make_shared<WarpTrace>();
    const Reader in(object, {});
    const Reader matrix = in.child("matrix");
    trace->matrix = matrix.text("name");
    trace->rows = matrix.whole("rows", 0, most);
    trace->cols = matrix.whole("cols", 0, most);
    trace->nonzeros = matrix.whole("nonzeros", 0, most);
    trace->kernel = in.text("kernel");
    trace->precision = in.text("precision");
    trace->block_size = in.small("block", 1, 65536);
    for (const QJsonValue& value : in.list("launches")) {
        const Reader launch(value, numbered("launches", static_cast<qsizetype>(trace->launches.size())));
        trace->launches.push_back({launch.whole("blocks", 0, most), launch.small("warps_per_block", 1, 2048)});
    }
    if (trace->launches.empty()) refuse(QStringLiteral("launches"), "a list of at least one");
    trace->launch = in.small("launch", 0, static_cast<int>(trace->launches.size()) - 1);
    trace->block_index = in.whole("block_index", 0, most);
    trace->warp = in.small("warp", 0, 2047);
    trace->card = in.at("card").toObject();

    qsizetype i = 0;
    for (const QJsonValue& value : in.list("source"))
        trace->sources.push_back(parseSource({value, numbered("source", i++)}));
    i = 0;
    for (const QJsonValue& value : in.list("arrays"))
        trace->arrays.push_back(parseArray({value, numbered("arrays", i++)}));
    i = 0;
    for (const QJsonValue& value : in.list("sites"))
        trace->sites.push_back(parseSite({value, numbered("sites", i++)}, *trace));
    i = 0;
    for (const QJsonValue& value : in.list("steps"))
        trace->steps.push_back(parseStep({value, numbered("steps", i++)}, *trace));
    if (in.has("truncated")) trace->all_steps = in.whole("truncated", trace->stepCount(), most);
    if (in.has("owners")) parseOwners(in.child("owners"), *trace);
    if (in.has("rows")) {
        const QJsonArray pair = in.list("rows");
        const std::pair rows{std::int64_t{pair.at(0).toInteger(-1)}, std::int64_t{pair.at(1).toInteger(-1)}};
        if (pair.size() != 2 || rows.first < 0 || rows.second < rows.first || rows.second >= trace->rows)
            refuse(QStringLiteral("rows"), "the first and the last row, or null");
        trace->written_rows = rows;
    }
    trace->json = object;
    return trace;
}

} // namespace warploom::ui
