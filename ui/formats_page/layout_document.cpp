#include "ui/formats_page/layout_document.h"
#include "ui/words.h"

#include "engine/error.h"

#include <QJsonArray>

#include <algorithm>
#include <limits>

namespace warploom::ui {

namespace {

[[noreturn]] void refuse(const QString& field, const char* expected) {
    throw Error(
        "layout.malformed",
        words("The worker's answer cannot be shown: '%1' should be %2.").arg(field, words(expected)).toStdString(),
        words("Window and worker may be of different versions; restart the worker.").toStdString());
}

/// Whole numbers travel as numbers or, where they may need 64 bits, as strings.
std::int64_t whole(const QJsonObject& object, const char* key, const QString& where) {
    const QJsonValue value = object.value(QLatin1String(key));
    bool is = value.isDouble();
    std::int64_t number = value.toInteger();
    if (value.isString()) number = value.toString().toLongLong(&is);
    if (!is) refuse(where + QLatin1String(key), "a whole number");
    return number;
}

std::int64_t wholeOr(const QJsonObject& object, const char* key, const QString& where, std::int64_t fallback) {
    const QJsonValue value = object.value(QLatin1String(key));
    return value.isUndefined() || value.isNull() ? fallback : whole(object, key, where);
}

QJsonArray list(const QJsonObject& object, const char* key, const QString& where) {
    const QJsonValue value = object.value(QLatin1String(key));
    if (!value.isArray()) refuse(where + QLatin1String(key), "a list");
    return value.toArray();
}

QString word(const QJsonObject& object, const char* key, const QString& where) {
    const QJsonValue value = object.value(QLatin1String(key));
    if (!value.isString()) refuse(where + QLatin1String(key), "a text");
    return value.toString();
}

LayoutArray parseArray(const QJsonObject& object, const QString& where, int nonzeros) {
    LayoutArray array;
    array.name = word(object, "name", where);
    array.element = object.value(QLatin1String("element")).toString();
    const QString place = where + array.name + QLatin1Char('.');
    for (const QJsonValue& value : list(object, "values", place)) {
        if (value.isDouble()) array.values.emplace_back(value.toDouble());
        else if (value.isNull()) array.values.emplace_back(std::nullopt);
        else refuse(place + QLatin1String("values"), "numbers or null");
    }
    array.columns = static_cast<int>(std::max<std::int64_t>(0, wholeOr(object, "columns", place, 0)));
    if (object.contains(QLatin1String("nonzero"))) {
        for (const QJsonValue& value : list(object, "nonzero", place)) {
            const std::int64_t index = value.toInteger(-2);
            if (index < -1 || index >= nonzeros) refuse(place + QLatin1String("nonzero"), "numbers of nonzeros, or -1");
            array.nonzero.push_back(static_cast<int>(index));
        }
        if (array.nonzero.size() != array.values.size())
            refuse(place + QLatin1String("nonzero"), "as long as its values");
    }
    return array;
}

/// Arrays of the same size share slots, so it is enough that one of them says which nonzero stands where. Pointers and
/// lengths count rows, and may have that size by chance.
void shareSlots(FormatLayout& format) {
    for (LayoutArray& array : format.arrays) {
        if (array.holdsEntries() || array.values.empty()) continue;
        const bool counts_rows =
            array.name.contains(QLatin1String("pointer")) || array.name.contains(QLatin1String("length")) ||
            array.name.contains(QLatin1String("offset")) || array.name.contains(QLatin1String("permutation"));
        if (counts_rows) continue;
        for (const LayoutArray& other : format.arrays)
            if (other.holdsEntries() && other.values.size() == array.values.size()) {
                array.nonzero = other.nonzero;
                break;
            }
    }
}

} // namespace

int LayoutDocument::nonzeroAt(std::int64_t row, std::int64_t col) const {
    for (std::size_t i = 0; i < nonzeros.size(); ++i)
        if (nonzeros[i].row == row && nonzeros[i].col == col) return static_cast<int>(i);
    return -1;
}

LayoutDocument parseLayout(const QJsonObject& object) {
    LayoutDocument document;
    document.rows = whole(object, "rows", {});
    document.cols = whole(object, "cols", {});
    for (const QJsonValue& value : list(object, "nonzeros", {})) {
        const QJsonObject entry = value.toObject();
        const QString where = QStringLiteral("nonzeros.");
        // A value that is not finite travels as null.
        const QJsonValue number = entry.value(QLatin1String("value"));
        document.nonzeros.push_back({whole(entry, "row", where), whole(entry, "col", where),
                                     number.isDouble() ? number.toDouble() : std::numeric_limits<double>::quiet_NaN()});
    }
    const int count = static_cast<int>(document.nonzeros.size());
    for (const QJsonValue& value : list(object, "formats", {})) {
        const QJsonObject entry = value.toObject();
        FormatLayout format;
        format.format = word(entry, "format", QStringLiteral("formats."));
        const QString where = format.format + QLatin1Char('.');
        format.reason = entry.value(QLatin1String("reason")).toString();
        format.bytes = wholeOr(entry, "bytes", where, 0);
        format.value_slots = wholeOr(entry, "value_slots", where, 0);
        format.padding = wholeOr(entry, "padding", where, 0);
        if (format.reason.isEmpty())
            for (const QJsonValue& array : list(entry, "arrays", where))
                format.arrays.push_back(parseArray(array.toObject(), where, count));
        shareSlots(format);
        document.formats.push_back(std::move(format));
    }
    document.owners.resize(document.nonzeros.size());
    const QJsonObject owner = object.value(QLatin1String("owner")).toObject();
    document.kernel = owner.value(QLatin1String("kernel")).toString();
    document.owner_reason = owner.value(QLatin1String("reason")).toString();
    document.block = static_cast<int>(wholeOr(owner, "block", QStringLiteral("owner."), 0));
    for (const QJsonValue& value : owner.value(QLatin1String("threads")).toArray()) {
        const QJsonObject thread = value.toObject();
        const QString where = QStringLiteral("owner.threads.");
        const std::int64_t index = whole(thread, "nonzero", where);
        if (index < 0 || index >= count) refuse(where + QLatin1String("nonzero"), "the number of a nonzero");
        document.owners[index].push_back(
            {static_cast<int>(whole(thread, "block", where)), static_cast<int>(whole(thread, "thread", where)),
             static_cast<int>(whole(thread, "warp", where)), static_cast<int>(whole(thread, "lane", where))});
    }
    return document;
}

FootprintDocument parseFootprints(const QJsonObject& object) {
    FootprintDocument document;
    document.csr_bytes = whole(object, "csr_bytes", {});
    for (const QJsonValue& value : list(object, "formats", {})) {
        const QJsonObject entry = value.toObject();
        Footprint footprint;
        footprint.format = word(entry, "format", QStringLiteral("formats."));
        const QString where = footprint.format + QLatin1Char('.');
        footprint.reason = entry.value(QLatin1String("reason")).toString();
        if (footprint.reason.isEmpty()) {
            footprint.bytes = whole(entry, "bytes", where);
            footprint.value_slots = wholeOr(entry, "value_slots", where, 0);
            footprint.padding = wholeOr(entry, "padding", where, 0);
            footprint.conversion_ns = entry.value(QLatin1String("conversion_ns")).isString()
                                          ? static_cast<double>(whole(entry, "conversion_ns", where))
                                          : entry.value(QLatin1String("conversion_ns")).toDouble();
        }
        document.formats.push_back(std::move(footprint));
    }
    return document;
}

Table footprintTable(const FootprintDocument& document) {
    Table table;
    table.title = "Bytes and padding of each format";
    table.columns = {{"format", ""},          {"status", ""},      {"reason", ""},  {"footprint", "bytes"},
                     {"relative_to_csr", ""}, {"value_slots", ""}, {"padding", ""}, {"padding_share", "percent"},
                     {"conversion", "ns"}};
    for (const Footprint& f : document.formats) {
        if (!f.reason.isEmpty()) {
            table.add_row(
                {f.format.toStdString(), std::string("skipped"), f.reason.toStdString(), {}, {}, {}, {}, {}, {}});
            continue;
        }
        const double relative =
            document.csr_bytes > 0 ? static_cast<double>(f.bytes) / static_cast<double>(document.csr_bytes) : 0;
        const double percent =
            f.value_slots > 0 ? 100.0 * static_cast<double>(f.padding) / static_cast<double>(f.value_slots) : 0;
        table.add_row({f.format.toStdString(), std::string("ok"), std::string(), f.bytes, relative, f.value_slots,
                       f.padding, percent, f.conversion_ns});
    }
    return table;
}

QString ownerText(const std::vector<LayoutOwner>& owners) {
    QStringList parts;
    for (const LayoutOwner& owner : owners) {
        if (parts.size() == 12) {
            parts << words("and %1 more").arg(owners.size() - 12);
            break;
        }
        parts << words("thread %1 of block %2: warp %3, lane %4")
                     .arg(owner.thread)
                     .arg(owner.block)
                     .arg(owner.warp)
                     .arg(owner.lane);
    }
    return parts.join(QStringLiteral("; "));
}

} // namespace warploom::ui
