#include "ui/pages/formats/footprint_charts.h"

#include "engine/protocol/messages/requests.h"
#include "ui/charts/chart_view.h"
#include "ui/pages/formats/slot_layout.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/widgets/page_parts.h"

#include <QBoxLayout>
#include <QLocale>

#include <algorithm>

namespace warploom::ui {

FootprintCharts::FootprintCharts(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
    ChartSpec spec;
    spec.category = "format";
    spec.status_column = "status";
    spec.reason_column = "reason";
    spec.call("formats-bytes", tr("Bytes by format"), tr("size"));
    spec.value = "footprint";
    bytes_ = new ChartView(spec);
    spec.call("formats-padding", tr("Padding by format"), tr("fraction of value slots"));
    spec.value = "padding_share";
    padding_ = new ChartView(spec);
    for (ChartView* chart : {bytes_, padding_}) {
        chart->setInvitation(tr("The worker computes the sizes of all formats when this page is shown."));
        connect(chart, &ChartView::invitationAccepted, this, [this] {
            subject_.clear();
            emit askRequested();
        });
    }
    layout_ = inRow(this, {{bytes_, 1}, {padding_, 1}});
    onTheme(this, [this] {
        // At a large font scale, stack the two charts, because side by side they would be wider than the window.
        layout_->setDirection(theme().scale() >= 1.5 ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    });
}

QList<Chart*> FootprintCharts::charts() const { return {bytes_, padding_}; }

QString FootprintCharts::subject() const {
    return session_.matrix() ? session_.matrix()->name() + QLatin1Char('|') + session_.precision() : QString();
}

void FootprintCharts::clear() {
    state_ = State::waiting;
    subject_.clear();
}

void FootprintCharts::cancel() {
    if (isBusy()) session_.worker().cancel(request_);
}

void FootprintCharts::invite(const QString& words, const QString& button) {
    for (ChartView* chart : {bytes_, padding_}) {
        chart->setTable({});
        chart->setInvitation(words, button);
    }
}

void FootprintCharts::ask() {
    const QString of = subject();
    if (isBusy() || of == subject_) return;
    subject_ = of;
    state_ = State::waiting;
    RequestHandlers handlers;
    handlers.done = [this, of](const Json& result) {
        request_.clear();
        if (of == subject_) setFootprints(protocol::read_footprints(result));
        emit ended();
    };
    handlers.error = [this](const WorkerError& error) {
        request_.clear();
        subject_.clear();
        // The footprint request was canceled in favor of a layout request, and will be sent again.
        if (error.code == "cancelled") return;
        subject_ = subject();
        state_ = State::shown;
        invite(toQString(error.message + " " + error.hint), tr("Try again"));
    };
    invite(tr("Converting the matrix to every format..."));
    const protocol::FootprintsRequest request{session_.matrix()->name().toStdString(), session_.precisionValue()};
    request_ = session_.worker().request(request, handlers, this);
}

void FootprintCharts::setFootprints(const protocol::Footprints& document) {
    Table table = footprintTable(document);
    if (const MatrixHandle& matrix = session_.matrix())
        table.facts = {{"matrix", matrix->matrix.name}, {"precision", session_.precision().toStdString()}};
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
    state_ = State::shown;
    emit changed();
}

} // namespace warploom::ui
