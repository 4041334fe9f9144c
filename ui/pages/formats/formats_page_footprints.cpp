// Requests the footprint of each format for the whole matrix and shows the charts below the arrays.
#include "engine/protocol/messages/requests.h"
#include "ui/charts/chart_view.h"
#include "ui/pages/formats/formats_page.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <QLocale>

#include <algorithm>

namespace warploom::ui {

void FormatsPage::askFootprints() {
    const QString of = session().matrix()->name() + QLatin1Char('|') + session().precision();
    if (of == footprints_of_) return;
    footprints_of_ = of;
    footprints_ready_ = false;
    RequestHandlers handlers;
    handlers.done = [this, of](const Json& result) {
        footprint_request_.clear();
        if (of == footprints_of_) setFootprints(protocol::read_footprints(result));
        ask();
    };
    handlers.error = [this](const WorkerError& error) {
        footprint_request_.clear();
        footprints_of_.clear();
        // The footprint request was canceled in favor of a layout request, and will be sent again.
        if (error.code == "cancelled") return;
        footprints_of_ =
            session().matrix() ? session().matrix()->name() + QLatin1Char('|') + session().precision() : QString();
        footprints_ready_ = true;
        for (ChartView* chart : {bytes_, padding_}) {
            chart->setTable({});
            chart->setInvitation(toQString(error.message + " " + error.hint), tr("Try again"));
        }
    };
    for (ChartView* chart : {bytes_, padding_}) {
        chart->setTable({});
        chart->setInvitation(tr("Converting the matrix to every format..."));
    }
    const protocol::FootprintsRequest request{session().matrix()->name().toStdString(), session().precisionValue()};
    footprint_request_ = session().worker().request(request, handlers, this);
}

void FormatsPage::setFootprints(const protocol::Footprints& document) {
    Table table = footprintTable(document);
    if (const MatrixHandle& matrix = session().matrix())
        table.facts = {{"matrix", matrix->matrix.name}, {"precision", session().precision().toStdString()}};
    bytes_->setTable(table);
    padding_->setTable(table);
    const protocol::Footprint* least = nullptr;
    const protocol::Footprint* most = nullptr;
    int refused = 0;
    for (const protocol::Footprint& footprint : document.formats) {
        if (!footprint.reason.empty() || !footprint.bytes) {
            ++refused;
            continue;
        }
        if (!least || *footprint.bytes < *least->bytes) least = &footprint;
        if (!most || *footprint.bytes > *most->bytes) most = &footprint;
    }
    const QString refusals = refused == 0 ? QString() : tr("%n formats cannot store this matrix.", nullptr, refused);
    if (least && most && document.csr_bytes > 0) {
        const auto times = [&](const protocol::Footprint& f) {
            return QLocale().toString(static_cast<double>(*f.bytes) / static_cast<double>(document.csr_bytes), 'g', 3);
        };
        // List the names of all formats that have the same footprint.
        const auto named = [&](const protocol::Footprint& of) {
            QStringList same;
            for (const protocol::Footprint& each : document.formats)
                if (each.reason.empty() && each.bytes && *each.bytes == *of.bytes) same << toQString(each.format);
            if (same.size() > 4) return tr("%n formats", nullptr, static_cast<int>(same.size()));
            const QString last = same.takeLast();
            return same.isEmpty() ? last : tr("%1 and %2").arg(same.join(QStringLiteral(", ")), last);
        };
        bytes_->setReading(
            paragraph({*least->bytes == *most->bytes
                           ? tr("All formats have the same size (%1 × the size of CSR).").arg(times(*least))
                           : tr("Smallest: %1 (%2 × the size of CSR). Largest: %3 (%4 × the size of CSR).")
                                 .arg(named(*least), times(*least), named(*most), times(*most)),
                       refusals}));
    }
    const auto padded =
        std::max_element(document.formats.begin(), document.formats.end(),
                         [](const protocol::Footprint& a, const protocol::Footprint& b) {
                             const auto share = [](const protocol::Footprint& f) {
                                 const auto all = static_cast<double>(f.value_slots.value_or(0));
                                 return all > 0 ? static_cast<double>(f.padding.value_or(0)) / all : 0.0;
                             };
                             return share(a) < share(b);
                         });
    if (padded != document.formats.end() && padded->value_slots.value_or(0) > 0)
        padding_->setReading(tr("Most padding: %1 (%2 of %3 value slots).")
                                 .arg(toQString(padded->format), shortCount(padded->padding.value_or(0)),
                                      shortCount(*padded->value_slots)));
    footprints_ready_ = true;
    emit chartsChanged();
}

} // namespace warploom::ui
