#include "ui/pages/formats/slot_layout.h"

#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace warploom::ui {

const Slot* SlotLayout::slotAt(const QPointF& pixel) const {
    for (const Slot& slot : cells)
        if (slot.rect.contains(pixel)) return &slot;
    return nullptr;
}

std::vector<const Slot*> SlotLayout::slotsOf(int nonzero) const {
    std::vector<const Slot*> found;
    if (nonzero < 0) return found;
    for (const Slot& slot : cells)
        if (slot.nonzero == nonzero) found.push_back(&slot);
    return found;
}

const Slot* SlotLayout::slotOf(int format, int array, int index) const {
    for (const Slot& slot : cells)
        if (slot.format == format && slot.array == array && slot.index == index) return &slot;
    return nullptr;
}

std::vector<PointerPlace> pointersOf(const protocol::FormatLayout& format, int nonzero) {
    std::vector<PointerPlace> found;
    if (nonzero < 0) return found;
    std::size_t slot = 0, all_slots = 0; // index of the nonzero in the value array, and length of this array
    for (const protocol::LayoutArray& array : format.arrays) {
        const auto at = std::find(array.nonzero.begin(), array.nonzero.end(), nonzero);
        if (at == array.nonzero.end()) continue;
        slot = static_cast<std::size_t>(at - array.nonzero.begin());
        all_slots = array.nonzero.size();
    }
    for (std::size_t a = 0; a < format.arrays.size() && all_slots > 0; ++a) {
        const protocol::LayoutArray& array = format.arrays[a];
        if (!toQString(array.name).endsWith(QLatin1String("pointer")) || array.values.size() < 2) continue;
        // A pointer is the index of either a single slot or a block of slots. All blocks have the same size.
        const double last = array.values.back().value_or(0);
        if (last <= 0) continue;
        const double each = std::max(1.0, std::floor(static_cast<double>(all_slots) / last));
        const double wanted = std::floor(static_cast<double>(slot) / each);
        for (std::size_t i = 0; i + 1 < array.values.size(); ++i)
            if (array.values[i].value_or(0) <= wanted && wanted < array.values[i + 1].value_or(0))
                found.push_back({static_cast<int>(a), static_cast<int>(i)});
    }
    return found;
}

namespace {

constexpr SlotForm slot_forms[] = {
    {3, false, false}, {3, true, false}, {2, true, false}, {2, true, true}, {1, true, true}};

QString tightValue(double value, int digits) {
    const double size = std::abs(value);
    const bool is_whole = size >= std::pow(10, digits) && size < 1e5;
    // If only one digit is requested, values less than 10 have one decimal place.
    const bool is_tenths = digits == 1 && size < 10;
    QString text =
        is_whole || is_tenths ? QString::number(value, 'f', is_whole ? 0 : 1) : QString::number(value, 'g', digits);
    if (text.endsWith(QLatin1String(".0")) && std::abs(value) >= 1) text.chop(2);
    for (const char* zero : {"0.", "-0."})
        if (text.startsWith(QLatin1String(zero))) text.remove(text.indexOf(QLatin1Char('0')), 1);
    return text;
}

} // namespace

QString slotText(const protocol::LayoutArray& array, int index, const SlotForm& form) {
    const auto& value = array.values[index];
    if (!value) return array.holds_entries() && array.nonzero[index] >= 0 ? QStringLiteral("n/a") : QString();
    if (array.element.starts_with("int")) return QString::number(static_cast<qlonglong>(*value));
    return form.is_tight ? tightValue(*value, form.digits) : valueText(*value, form.digits);
}

namespace {

double labelWidth(const protocol::Layout& document, const SlotMetrics& metrics) {
    double width = 0;
    for (const protocol::FormatLayout& format : document.formats)
        for (const protocol::LayoutArray& array : format.arrays)
            width = std::max(width, metrics.textWidth(toQString(array.name)));
    return width + metrics.gap;
}

/// Returns the slot width of a format. All of its arrays use the same width, so that corresponding slots are aligned.
double slotWidth(const protocol::FormatLayout& format, const SlotMetrics& metrics, const SlotForm& form) {
    double width = metrics.slotWidth * (form.is_tight ? 0.7 : 1);
    for (const protocol::LayoutArray& array : format.arrays)
        for (int i = 0; i < static_cast<int>(array.values.size()); ++i)
            width = std::max(width, std::ceil(metrics.textWidth(slotText(array, i, form)) + (form.is_tight ? 2 : 6)));
    return width;
}

bool isPadding(const protocol::LayoutArray& array, std::size_t i) {
    return array.holds_entries() ? array.nonzero[i] < 0 : !array.values[i].has_value();
}

/// Returns the left edge of each column of a format, followed by the right edge of the last column. If there are no
/// columns, the result contains only 0. In the tight form (SlotForm::is_tight), columns after the last matrix entry
/// are drawn as thin lines.
std::vector<double> columnLefts(const protocol::FormatLayout& format, const SlotMetrics& metrics,
                                const SlotForm& form) {
    std::size_t columns = 0;
    for (const protocol::LayoutArray& array : format.arrays)
        columns = std::max(columns, static_cast<std::size_t>(std::clamp<std::int64_t>(array.columns, 0, 64)));
    std::size_t used = form.is_tight ? 0 : columns; // number of columns up to the last matrix entry
    for (const protocol::LayoutArray& array : format.arrays)
        for (std::size_t i = 0; array.columns > 0 && i < array.values.size(); ++i)
            if (const std::size_t c = i % static_cast<std::size_t>(array.columns); c < columns && !isPadding(array, i))
                used = std::max(used, c + 1);
    const double width = slotWidth(format, metrics, form);
    std::vector<double> lefts{0};
    for (std::size_t c = 0; c < columns; ++c)
        lefts.push_back(lefts.back() + (c < used ? width : std::ceil(metrics.slotWidth / 8)));
    return lefts;
}

/// Returns the total width of the arrays that have a fixed number of columns, or 0 if there are none.
double formWidth(const protocol::FormatLayout& format, const SlotMetrics& metrics, const SlotForm& form,
                 double label_width) {
    const double columns = columnLefts(format, metrics, form).back();
    return columns > 0 ? 2 * metrics.gap + (form.names_above ? 0 : label_width) + columns : 0;
}

SlotForm fittingForm(const protocol::FormatLayout& format, const SlotMetrics& metrics, double label_width,
                     double width) {
    for (const SlotForm& form : slot_forms)
        if (formWidth(format, metrics, form, label_width) <= width) return form;
    return {};
}

} // namespace

double leastWidth(const protocol::Layout& document, const SlotMetrics& metrics, int only) {
    double least = 0;
    for (int f = 0; f < static_cast<int>(document.formats.size()); ++f)
        if (only < 0 || f == only)
            least = std::max(least, formWidth(document.formats[static_cast<std::size_t>(f)], metrics,
                                              *std::prev(std::end(slot_forms)), labelWidth(document, metrics)));
    return least;
}

SlotLayout layOut(const protocol::Layout& document, double width, const SlotMetrics& metrics, int only) {
    SlotLayout result;
    result.forms.resize(document.formats.size());
    const double label_width = labelWidth(document, metrics);
    double y = metrics.gap / 2, widest = width;
    const double screen = width;
    for (int f = 0; f < static_cast<int>(document.formats.size()); ++f) {
        if (only >= 0 && f != only) continue;
        const protocol::FormatLayout& format = document.formats[f];
        result.headings.push_back(
            {f, QRectF(metrics.gap, y, std::max(1.0, screen - 2 * metrics.gap), metrics.lineHeight)});
        y += metrics.lineHeight + metrics.gap / 2;
        const SlotForm form = fittingForm(format, metrics, label_width, screen);
        result.forms[static_cast<std::size_t>(f)] = form;
        const double slot_width = slotWidth(format, metrics, form);
        const double left = metrics.gap + (form.names_above ? 0 : label_width);
        const std::vector<double> lefts = columnLefts(format, metrics, form);
        // If one array is wider than the viewport, the other arrays can also use this width.
        width = std::max(screen, left + lefts.back() + metrics.gap);
        for (int a = 0; a < static_cast<int>(format.arrays.size()); ++a) {
            const protocol::LayoutArray& array = format.arrays[a];
            const int fitting = std::max(1, static_cast<int>((width - left - metrics.gap) / slot_width));
            const int columns =
                array.columns > 0 ? static_cast<int>(std::min<std::int64_t>(array.columns, 1 << 20)) : fitting;
            const int count = static_cast<int>(array.values.size());
            const int lines = std::max(1, (count + columns - 1) / columns);
            result.labels.push_back({f, a, QRectF(metrics.gap, y, label_width, metrics.slotHeight)});
            if (form.names_above) y += metrics.slotHeight;
            for (int i = 0; i < count; ++i) {
                Slot slot{f, a, i, -1, false, {}};
                if (array.holds_entries()) slot.nonzero = array.nonzero[i];
                slot.padding = isPadding(array, static_cast<std::size_t>(i));
                const auto c = static_cast<std::size_t>(i % columns);
                const bool has_own = array.columns > 0 && c + 1 < lefts.size();
                slot.rect = QRectF(left + (has_own ? lefts[c] : static_cast<double>(c) * slot_width),
                                   y + (i / columns) * metrics.slotHeight,
                                   has_own ? lefts[c + 1] - lefts[c] : slot_width, metrics.slotHeight);
                widest = std::max(widest, slot.rect.right() + metrics.gap);
                result.cells.push_back(slot);
            }
            y += lines * metrics.slotHeight + metrics.gap / 2;
        }
        y += metrics.gap;
    }
    result.size = QSizeF(widest, y);
    return result;
}

namespace {

/// Returns the first and last slot to show around a nonzero, or an empty range if the array has no slot for the
/// nonzero.
std::pair<int, int> stretchAround(const protocol::FormatLayout& format, int a, int nonzero,
                                  const std::vector<PointerPlace>& pointers, int near) {
    const protocol::LayoutArray& array = format.arrays[static_cast<std::size_t>(a)];
    const auto last = static_cast<int>(array.values.size()) - 1;
    for (const PointerPlace& place : pointers)
        if (place.array == a) // show the slots at both ends of the range
            return {std::max(0, place.index - std::max(0, near - 1)), std::min(last, place.index + std::max(1, near))};
    const auto at = std::find(array.nonzero.begin(), array.nonzero.end(), nonzero);
    if (nonzero < 0 || at == array.nonzero.end()) return {0, -1};
    const auto slot = static_cast<int>(at - array.nonzero.begin());
    return {std::max(0, slot - near), std::min(last, slot + near)};
}

} // namespace

SlotLayout layOutAround(const protocol::Layout& document, int nonzero, double width, const SlotMetrics& metrics,
                        int near) {
    SlotLayout result;
    double label_width = 0, slot_width = metrics.slotWidth;
    for (const protocol::FormatLayout& format : document.formats)
        for (const protocol::LayoutArray& array : format.arrays) {
            label_width = std::max(label_width, metrics.textWidth(toQString(array.name)));
            for (int i = 0; i < static_cast<int>(array.values.size()); ++i)
                slot_width = std::max(slot_width, std::ceil(metrics.textWidth(slotText(array, i)) + 6));
        }
    label_width += metrics.gap;
    const double block = label_width + std::max(2, 2 * near + 1) * slot_width + 3 * metrics.gap;
    const int across = std::max(1, static_cast<int>(width / block));
    double y = metrics.gap / 2, tallest = 0;
    int column = 0;
    for (int f = 0; f < static_cast<int>(document.formats.size()); ++f) {
        const protocol::FormatLayout& format = document.formats[static_cast<std::size_t>(f)];
        const double left = metrics.gap + column * block;
        double below = y;
        result.headings.push_back({f, QRectF(left, below, block - 2 * metrics.gap, metrics.lineHeight)});
        below += metrics.lineHeight + metrics.gap / 2;
        const std::vector<PointerPlace> pointers = pointersOf(format, nonzero);
        for (int a = 0; a < static_cast<int>(format.arrays.size()); ++a) {
            const protocol::LayoutArray& array = format.arrays[static_cast<std::size_t>(a)];
            const auto [first, last] = stretchAround(format, a, nonzero, pointers, near);
            if (last < first) continue;
            result.labels.push_back({f, a, QRectF(left, below, label_width, metrics.slotHeight)});
            for (int i = first; i <= last; ++i) {
                const bool is_entry = array.holds_entries();
                Slot slot{f, a, i, is_entry ? array.nonzero[static_cast<std::size_t>(i)] : -1, false, {}};
                slot.padding = is_entry ? slot.nonzero < 0 : !array.values[static_cast<std::size_t>(i)].has_value();
                slot.rect =
                    QRectF(left + label_width + (i - first) * slot_width, below, slot_width, metrics.slotHeight);
                result.cells.push_back(slot);
            }
            below += metrics.slotHeight + metrics.gap / 4;
        }
        tallest = std::max(tallest, below - y);
        column = (column + 1) % across;
        if (column > 0 && f + 1 < static_cast<int>(document.formats.size())) continue;
        y += tallest + metrics.gap;
        tallest = 0;
    }
    result.size = QSizeF(std::max(width, block), y);
    return result;
}

Table footprintTable(const protocol::Footprints& footprints) {
    Table table{.title = "Size and padding of each format"};
    table.columns = {{"format", ""},          {"status", ""},      {"reason", ""},  {"footprint", "bytes"},
                     {"relative_to_csr", ""}, {"value_slots", ""}, {"padding", ""}, {"padding_share", "percent"},
                     {"conversion", "ns"}};
    const auto csr_bytes = static_cast<double>(footprints.csr_bytes);
    for (const protocol::Footprint& f : footprints.formats) {
        if (!f.reason.empty()) {
            table.add_row({f.format, std::string("skipped"), f.reason, {}, {}, {}, {}, {}, {}});
            continue;
        }
        const std::int64_t bytes = f.bytes.value_or(protocol::Wide{}), all = f.value_slots.value_or(0),
                           padding = f.padding.value_or(0);
        table.add_row({f.format, std::string("ok"), std::string(), bytes,
                       csr_bytes > 0 ? static_cast<double>(bytes) / csr_bytes : 0.0, all, padding,
                       all > 0 ? 100.0 * static_cast<double>(padding) / static_cast<double>(all) : 0.0,
                       f.conversion_ns.value_or(0)});
    }
    return table;
}

QString ownerText(const std::vector<protocol::LayoutOwner>& owners) {
    QStringList parts;
    for (const protocol::LayoutOwner& owner : owners) {
        if (parts.size() == 12) {
            parts << Text::tr("and %n more", nullptr, static_cast<int>(owners.size()) - 12);
            break;
        }
        parts << Text::tr("thread %1 of block %2 (warp %3, lane %4)")
                     .arg(owner.thread)
                     .arg(owner.block)
                     .arg(owner.warp)
                     .arg(owner.lane);
    }
    return parts.join(QStringLiteral("; "));
}

QString formatText(const protocol::FormatLayout& format, const QString& title) {
    const QString name = title.isEmpty() ? toQString(format.format) : title;
    if (!format.reason.empty()) return Text::tr("%1 · not supported: %2").arg(name, toQString(format.reason));
    return Text::tr("%1 · %2 bytes · padding: %3 of %4 slots")
        .arg(name, shortCount(format.bytes.value_or(protocol::Wide{})), shortCount(format.padding.value_or(0)),
             shortCount(format.value_slots.value_or(0)));
}

QString nonzeroText(const protocol::Layout& document, int nonzero, std::int64_t row, std::int64_t col) {
    const protocol::LayoutNonzero& entry = document.nonzeros[nonzero];
    const QString place =
        Text::tr("row %1, column %2, value %3").arg(shortCount(row), shortCount(col), valueText(entry.value, 5));
    const auto owners = document.owners_of(nonzero);
    const QString kernel = toQString(document.owner.kernel);
    if (kernel.isEmpty()) return Text::tr("%1 · select a kernel to see which threads read this nonzero").arg(place);
    return owners.empty() ? Text::tr("%1 · %2 does not report which thread reads this nonzero. %3")
                                .arg(place, kernel, toQString(document.owner.reason))
                          : Text::tr("%1 · %2: %3").arg(place, kernel, ownerText(owners));
}

QStringList shorterFormatTexts(const protocol::FormatLayout& format, const QString& title) {
    const QString id = toQString(format.format), name = title.isEmpty() ? id : title;
    if (!format.reason.empty())
        return {Text::tr("%1 · not supported").arg(name), Text::tr("%1 · not supported").arg(id)};
    const QString bytes = shortCount(format.bytes.value_or(protocol::Wide{})),
                  padding = shortCount(format.padding.value_or(0));
    return {Text::tr("%1 · %2 bytes · %3 padding").arg(name, bytes, padding),
            Text::tr("%1 · %2 bytes · %3 padding").arg(id, bytes, padding), Text::tr("%1 · %2 bytes").arg(id, bytes),
            id};
}

} // namespace warploom::ui
