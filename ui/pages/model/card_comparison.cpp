#include "ui/pages/model/card_comparison.h"

#include "ui/charts/chart_view.h"
#include "ui/charts/columns.h"
#include "ui/components/operations/traced_choice.h"
#include "ui/components/traces/model_tables.h"
#include "ui/session/cancel_controller.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QLabel>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace warploom::ui {
namespace {

double errorOf(const simulated::Card& card) { return card.model_error > 0 ? card.model_error : card.measured_error; }

double timeOf(const CardRow& each) { return each.row.status == RowStatus::ok ? each.row.time.median : no_figure; }

/// Returns a key for the session settings that affect a comparison with the card `other`.
QString keyOf(const Session& session, const QString& other) {
    const TracedChoice traced = tracedChoice(const_cast<Session&>(session));
    return QStringList{session.matrix() ? session.matrix()->name() : QString(),
                       traced.operation,
                       session.precision(),
                       QString::number(session.block()),
                       toQString(session.card().id),
                       other}
        .join(QLatin1Char('\n'));
}

} // namespace

QString cardTimesText(const simulated::Card& card) {
    if (!card.is_checked()) return Text::tr("exact counts, but times have not been validated on this card");
    return Text::tr("median model error for this card: %1").arg(percentText(errorOf(card)));
}

Table cardTable(const std::vector<CardRow>& rows) {
    Table table{.title = "kernels on two cards"};
    std::vector<CardRow> sorted = rows;
    const simulated::Card* const first = rows.empty() ? nullptr : rows.front().card;
    std::map<std::string, double> time_on_first;
    for (const CardRow& each : rows)
        if (each.card == first && std::isfinite(timeOf(each))) time_on_first[each.row.kernel] = timeOf(each);
    const auto place = [&](const CardRow& each) {
        const auto found = time_on_first.find(each.row.kernel);
        return found == time_on_first.end() ? std::numeric_limits<double>::infinity() : found->second;
    };
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const CardRow& a, const CardRow& b) { return place(a) < place(b); });
    const auto bound = [](const CardRow& each, double side) {
        const double error = errorOf(*each.card);
        return error > 0 ? timeOf(each) * std::max(0.0, 1 + side * error) : no_figure;
    };
    const std::vector<ColumnOf<CardRow>> columns{
        {"kernel", "", [](const CardRow& of) { return Cell(of.row.kernel); }},
        {"card", "", [](const CardRow& of) { return Cell(of.card->title); }},
        {"kind", "", [](const CardRow&) { return kindCell(PlotKind::modelled); }},
        {"modelled", "ns", [](const CardRow& of) { return number_cell(timeOf(of)); }},
        {"modelled_low", "ns", [&](const CardRow& of) { return number_cell(bound(of, -1)); }},
        {"modelled_high", "ns", [&](const CardRow& of) { return number_cell(bound(of, 1)); }},
        {"binding_term", "",
         [](const CardRow& of) { return Cell(of.row.model ? of.row.model->binding : std::string()); }},
        {"status", "", [](const CardRow& of) { return Cell(std::string(to_string(of.row.status))); }},
        {"reason", "", [](const CardRow& of) { return Cell(of.row.reason); }},
        {"times", "", [](const CardRow& of) { return Cell(cardTimesText(*of.card).toStdString()); }}};
    fillTable(table, columns, sorted, [](const CardRow&) { return false; });
    return table;
}

ChartSpec cardSpec() {
    ChartSpec spec;
    spec.call("model-cards", Text::tr("Kernel times on two cards"), Text::tr("modeled time"));
    spec.category = "kernel";
    spec.series = "card";
    spec.value = "modelled";
    spec.modelled = "modelled";
    spec.modelled_low = "modelled_low";
    spec.modelled_high = "modelled_high";
    spec.kind_column = "kind";
    spec.status_column = "status";
    spec.reason_column = "reason";
    spec.paired = true; // Paired bars save space, so that all kernels fit on a projector.
    // Use a logarithmic axis, because the slowest kernel can take thousands of times longer than fast kernels, whose
    // bars would be invisible on a linear axis.
    spec.log_value = true;
    return spec;
}

QString cardReading(const std::vector<CardRow>& rows) {
    QStringList sentences;
    std::vector<const simulated::Card*> cards;
    for (const CardRow& each : rows)
        if (std::find(cards.begin(), cards.end(), each.card) == cards.end()) cards.push_back(each.card);
    for (const simulated::Card* const card : cards) {
        const CardRow* best = nullptr;
        for (const CardRow& each : rows)
            if (each.card == card && std::isfinite(timeOf(each)) && (best == nullptr || timeOf(each) < timeOf(*best)))
                best = &each;
        if (best == nullptr) continue;
        sentences.append(Text::tr("On %1, %2 is the fastest kernel, at ≈ %3 (%4).")
                             .arg(toQString(card->title), toQString(best->row.kernel), timeText(timeOf(*best)),
                                  cardTimesText(*card)));
    }
    return sentences.join(QLatin1Char(' '));
}

CardComparison::CardComparison(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), stop_(new CancelController(session, this)) {
    first_ = named(new QLabel, "comparedCard", tr("First card"), tr("Shows the card selected in the toolbar"));
    other_ = comboBox("comparedOther", tr("Second card"), tr("Select the card to compare with"), {});
    holdWidth(other_, 14);
    compare_ =
        pushButton("compareCards", tr("Compare"), tr("Model the times of all kernels on both cards"), this, [this] {
            if (isRunning()) stop_->ask(request_);
            else compare();
        });
    chart_ = new ChartView(cardSpec());
    chart_->setInvitation(tr("Compare all kernels of this operation on two cards.\nA kernel that is fast on one card "
                             "may be slow on another."),
                          tr("Compare"));
    QWidget* const strip = inStrip({first_, labelled(tr("v&s."), other_), compare_});
    strip->layout()->setContentsMargins(8, 0, 8, 0);
    inColumn(this, {strip, {chart_, 1}}, -1, {0, 4, 0, 0});
    connect(chart_, &ChartView::invitationAccepted, this, &CardComparison::compare);
    connect(&session, &Session::matrixChanged, this, &CardComparison::clear);
    connect(&session, &Session::cardsChanged, this, &CardComparison::fillCards);
    connect(&session, &Session::cardChanged, this, &CardComparison::readCard);
    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        if (isTracedKey(key) || key == QLatin1String("precision") || key == QLatin1String("block")) clear();
    });
    connect(other_, &QComboBox::activated, this, &CardComparison::clear);
    fillCards();
    finish();
}

void CardComparison::fillCards() {
    const QString before = other_->currentData().toString();
    other_->clear();
    for (const simulated::Card& card : session_.cards()) {
        addEntry(other_, toQString(card.title), toQString(card.id), cardTimesText(card));
    }
    const int at = other_->findData(before.isEmpty() ? QStringLiteral("h200") : before);
    other_->setCurrentIndex(std::max(0, at));
    readCard();
}

void CardComparison::readCard() {
    first_->setText(toQString(session_.card().title));
    // Select another card as the second one, because comparing a card with itself is pointless.
    if (other_->currentData().toString() == toQString(session_.card().id) && other_->count() > 1)
        other_->setCurrentIndex(other_->currentIndex() == 0 ? other_->count() - 1 : 0);
    clear();
}

/// Clears the table if its values were computed with other settings.
void CardComparison::clear() {
    if (key_.isEmpty() || key_ == keyOf(session_, other_->currentData().toString())) return;
    if (isRunning()) session_.worker().cancel(request_);
    request_.clear();
    key_.clear();
    rows_.clear();
    finish();
    draw();
}

void CardComparison::compare() {
    if (isRunning()) return;
    if (const QString refusal = whyNotTraced(session_); session_.matrix() == nullptr || !refusal.isEmpty()) {
        session_.report(refusal.isEmpty() ? tr("Open a matrix to model a kernel.") : refusal);
        return;
    }
    cards_.clear();
    for (const QString& id : {toQString(session_.card().id), other_->currentData().toString()})
        for (const simulated::Card& card : session_.cards())
            if (toQString(card.id) == id) cards_.push_back(card);
    rows_.clear();
    next_ = 0;
    key_ = keyOf(session_, other_->currentData().toString());
    sendNext();
}

void CardComparison::sendNext() {
    if (next_ >= cards_.size()) return finish();
    const TracedChoice traced = tracedChoice(session_);
    protocol::RunRequest request;
    for (const QString& kernel : traced.view->tracedKernels(session_.worker().handshake()))
        request.settings.kernels.push_back(kernel.toStdString());
    RequestHandlers handlers;
    handlers.event = [this, key = key_, card = &cards_[next_]](const std::string& name, const Json& event) {
        if (name != "row" || key != key_) return;
        rows_.push_back({card, protocol::read_row(event.value("row", Json()))});
        draw();
    };
    handlers.done = [this, key = key_](const Json&) {
        if (key != key_) return;
        ++next_;
        sendNext();
    };
    handlers.error = [this, key = key_](const WorkerError& error) {
        if (key != key_) return;
        if (!stop_->explains(error)) session_.report(toQString(error.message), toQString(error.hint));
        finish();
    };
    request.operation = enumOf(traced.operation, Operation::spmv);
    request.matrix = session_.matrix()->name().toStdString();
    request.machine = "simulated:" + cards_[next_].id;
    request.settings.precisions = {session_.precisionValue()};
    request.settings.blocks = {session_.block()};
    request.settings.cache = protocol::default_cache(request.operation);
    request.settings.quick = true;
    request_ = session_.worker().request(request, handlers, this);
    compare_->setText(tr("Stop"));
}

void CardComparison::finish() {
    request_.clear();
    stop_->over();
    compare_->setText(tr("Compare"));
    emit changed();
}

void CardComparison::draw() {
    Table table = rows_.empty() ? Table() : cardTable(rows_);
    if (!rows_.empty()) {
        table.facts = {{"operation", tracedChoice(session_).operation.toStdString()},
                       {"matrix", session_.matrix()->name().toStdString()},
                       {"precision", session_.precision().toStdString()},
                       {"block", std::to_string(session_.block())},
                       {"times", "modelled"}};
        for (const simulated::Card& card : cards_)
            table.facts.emplace_back(card.title, cardTimesText(card).toStdString());
    }
    chart_->setSubject(session_.matrix() ? session_.matrix()->title() : QString());
    chart_->setTable(table);
    chart_->setReading(cardReading(rows_));
}

} // namespace warploom::ui
