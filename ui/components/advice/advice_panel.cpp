#include "ui/components/advice/advice_panel.h"

#include "engine/memory.h"
#include "engine/protocol/messages/requests.h"
#include "engine/protocol/messages/run.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"
#include "ui/widgets/page_parts.h"

#include <QAbstractTextDocumentLayout>
#include <QComboBox>
#include <QLabel>
#include <QTextBrowser>
#include <QUrl>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace warploom::ui {

namespace {

/// Returns the estimated time of a kernel and, if it was measured, its measured time.
QString timeCell(const protocol::AdvisedKernel& kernel) {
    QStringList lines;
    if (std::isfinite(kernel.ns)) {
        const QString time = timeText(kernel.ns).toHtmlEscaped();
        lines.append((kernel.is_at_least ? QStringLiteral("&gt;&nbsp;") : QStringLiteral("≈&nbsp;")) + time);
        if (!kernel.is_at_least && std::isfinite(kernel.low_ns))
            lines.append(AdvicePanel::tr("%1 to %2").arg(timeText(kernel.low_ns), timeText(kernel.high_ns)));
    }
    if (std::isfinite(kernel.measured_ns))
        lines.append(QStringLiteral("<b>%1</b>").arg(AdvicePanel::tr("measured %1").arg(timeText(kernel.measured_ns))));
    return lines.join(QStringLiteral("<br>"));
}

QString conversionCell(const protocol::AdvisedKernel& kernel) {
    if (kernel.is_at_least || !std::isfinite(kernel.conversion_ns)) return {};
    return kernel.conversion_ns == 0 ? AdvicePanel::tr("none") : timeText(kernel.conversion_ns).toHtmlEscaped();
}

/// Returns the range of the number of products after which the conversion pays off.
QString paysCell(const protocol::AdvisedKernel& kernel) {
    if (kernel.is_at_least || !std::isfinite(kernel.conversion_ns) || kernel.conversion_ns == 0) return {};
    if (!std::isfinite(kernel.pays_after)) return AdvicePanel::tr("never");
    const QString low = countText(protocol::rounded_calls(kernel.pays_after_low));
    if (!std::isfinite(kernel.pays_after_high)) return AdvicePanel::tr("%1 or more").arg(low);
    const QString high = countText(protocol::rounded_calls(kernel.pays_after_high));
    return low == high ? low : AdvicePanel::tr("%1 to %2").arg(low, high);
}

/// Returns a table row in HTML. The first cell is aligned to the left and the others to the right.
QString tableRow(const QStringList& cells) {
    QString row;
    for (const QString& cell : cells)
        row += QStringLiteral("<td align='%1' style='padding:1px 6px 1px 0; white-space:nowrap'>%2</td>")
                   .arg(QLatin1String(row.isEmpty() ? "left" : "right"), cell);
    return QStringLiteral("<tr>%1</tr>").arg(row);
}

/// Returns a table row with muted text across all columns.
QString wideRow(const QString& text, const QString& colour, int above) {
    return QStringLiteral("<tr><td colspan='4' style='padding:%1px 6px 2px 0; color:%2'>%3</td></tr>")
        .arg(above)
        .arg(colour, text.toHtmlEscaped());
}

} // namespace

AdvicePanel::AdvicePanel(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
    operation_ = comboBox("adviceOperation", tr("Operation"), tr("Select the operation to run on the matrix"),
                          {{tr("y = A x"), QStringLiteral("spmv")},
                           {tr("conjugate gradients"), QStringLiteral("cg")},
                           {tr("triangular solve"), QStringLiteral("trsv")},
                           {tr("ILU(0)"), QStringLiteral("ilu")}});
    machine_ = comboBox("adviceMachine", tr("Machine"), tr("Select the device for which to rank the kernels"), {});
    holdWidth(machine_, 12);
    headline_ = sentenceLabel("adviceHeadline", tr("Recommended kernel"), Qt::TextSelectableByMouse);
    sentence_ = sentenceLabel("adviceSentence", tr("Advice"));
    verdict_ = sentenceLabel("adviceVerdict", tr("Measurement result"));
    verdict_->hide();
    body_ = named(new QTextBrowser, "adviceKernels", tr("Kernels, fastest first"));
    body_->setOpenLinks(false);
    body_->setToolTip(tr("Click a kernel to select it and to see what limits it"));
    body_->setFrameShape(QFrame::NoFrame);
    connect(body_->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            [this] { setWhole(is_whole_); });
    take_ = pushButton("adviceTake", tr("Use this &kernel"), tr("Open the Run page with this kernel selected"), this,
                       [this] {
                           if (!chosen_.isEmpty()) emit taken(operation(), machine(), chosen_);
                       });
    try_ = pushButton("adviceTry", tr("Tr&y the top three kernels"), {}, this, &AdvicePanel::tryFirst);
    auto* buttons = new QWidget;
    inRow(buttons, {take_, try_})->addStretch();
    QWidget* choices = inStrip({labelled(tr("For"), operation_), labelled(tr("on"), machine_)});
    inColumn(this, {choices, headline_, sentence_, buttons, verdict_, {body_, 1}}, theme().px(6),
             {theme().px(8), 0, 0, 0});

    connect(body_, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) { choose(url.path()); });
    for (QComboBox* box : {operation_, machine_}) connect(box, &QComboBox::activated, this, &AdvicePanel::want);
    connect(&session, &Session::matrixChanged, this, &AdvicePanel::want);
    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        const bool is_place = key == QLatin1String("machine") || key == QLatin1String("card");
        if (is_place) showMachine({});
        if (is_place || key == QLatin1String("precision") || key == QLatin1String("block")) want();
    });
    connect(&session.worker(), &WorkerClient::handshakeChanged, this, [this] {
        fillMachines();
        want();
    });
    onTheme(this, [this] {
        headline_->setFont(theme().font(1.4, true));
        show_();
    });
    fillMachines();
    show_();
}

void AdvicePanel::setOperation(const QString& operation) {
    const int at = operation_->findData(operation);
    if (at < 0 || at == operation_->currentIndex()) return;
    operation_->setCurrentIndex(at);
    want();
}

void AdvicePanel::setWhole(bool on) {
    is_whole_ = on;
    const int whole = static_cast<int>(body_->document()->size().height()) + theme().px(4);
    body_->setMinimumHeight(on ? whole : 0);
    body_->setVerticalScrollBarPolicy(on ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
}

QString AdvicePanel::operation() const { return operation_->currentData().toString(); }
QString AdvicePanel::machine() const { return machine_->currentData().toString(); }

void AdvicePanel::fillMachines() {
    const QString before = machine();
    machine_->clear();
    for (const protocol::MachineEntry& each : session_.worker().handshake().machines)
        machine_->addItem(toQString(each.title), toQString(each.id));
    showMachine(before);
}

/// Shows the machine `wanted_first`. If it is not available, shows the session's machine.
void AdvicePanel::showMachine(const QString& wanted_first) {
    // CPUs have no performance model. For a CPU, use the card that is selected on the Warp and Model pages.
    const QString own = session_.machine() == QLatin1String("cpu")
                            ? QStringLiteral("simulated:") + toQString(session_.card().id)
                            : session_.machine();
    for (const QString& wanted : {wanted_first, own, QStringLiteral("simulated:h200")})
        if (const int at = machine_->findData(wanted); at >= 0 && !wanted.isEmpty())
            return machine_->setCurrentIndex(at);
}

QString AdvicePanel::keyOf() const {
    if (!session_.matrix()) return {};
    return QStringList{session_.matrix()->name(), operation(), machine(), session_.precision(),
                       QString::number(session_.block())}
        .join(QLatin1Char('\n'));
}

void AdvicePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    session_.worker().start();
    want();
}

void AdvicePanel::want() {
    const QString key = keyOf();
    if (key == key_ && (advice_ || !request_.isEmpty() || !problem_.isEmpty())) return;
    if (!request_.isEmpty()) session_.worker().cancel(request_);
    request_.clear();
    key_.clear();
    advice_.reset();
    problem_.clear();
    chosen_.clear();
    if (isVisible() && session_.matrix() && !machine().isEmpty()) ask(key);
    show_();
}

void AdvicePanel::ask(const QString& key) {
    key_ = key;
    RequestHandlers handlers;
    handlers.done = [this, key](const Json& result) {
        if (key != key_) return;
        request_.clear();
        advice_ = protocol::read_advice(result);
        chosen_ = toQString(advice_->take);
        show_();
    };
    handlers.error = [this, key](const WorkerError& error) {
        if (key != key_) return;
        request_.clear();
        problem_ = toQString(error.message + " " + error.hint);
        show_();
    };
    protocol::AdviceRequest request;
    request.operation = enumOf(operation(), Operation::spmv);
    request.matrix = session_.matrix()->name().toStdString();
    request.machine = machine().toStdString();
    request.precision = session_.precisionValue();
    request.block = session_.block();
    request_ = session_.worker().request(request, handlers, this);
}

void AdvicePanel::choose(const QString& kernel) {
    if (!advice_ || advice_->find(kernel.toStdString()) == nullptr) return;
    chosen_ = kernel;
    show_();
}

QString AdvicePanel::whyNotTried() const {
    if (!advice_) return tr("The kernels have not been ranked yet.");
    if (machine().startsWith(QLatin1String("simulated:")))
        return tr("Kernels cannot be measured on a simulated card. Select a real GPU or the CPU.");
    return {};
}

void AdvicePanel::tryFirst() {
    if (!whyNotTried().isEmpty()) return;
    protocol::RunRequest request;
    std::vector<std::string>& kernels = request.settings.kernels;
    kernels.push_back(advice_->take);
    constexpr std::size_t most = 3;
    for (const protocol::AdvisedKernel& kernel : advice_->kernels)
        if (kernels.size() < most && kernel.kernel != advice_->take) kernels.push_back(kernel.kernel);
    measuring_ = key_;
    const auto rows = std::make_shared<std::vector<protocol::Row>>(); // the worker emits one event per result row
    RequestHandlers handlers;
    handlers.event = [rows](const std::string& name, const Json& event) {
        if (name == "row") rows->push_back(protocol::read_row(event.value("row", Json())));
    };
    handlers.done = [this, rows, key = key_](const Json&) {
        measuring_.clear();
        if (key == key_ && advice_) protocol::give_verdict(*advice_, *rows, advice_->machine);
        show_();
    };
    handlers.error = [this](const WorkerError& error) {
        measuring_.clear();
        session_.report(toQString(error.message), toQString(error.hint));
        show_();
    };
    request.operation = enumOf(QString::fromStdString(advice_->operation), Operation::spmv);
    request.matrix = advice_->matrix.name;
    request.machine = advice_->machine;
    request.settings.precisions = {advice_->precision};
    request.settings.blocks = {advice_->block};
    request.settings.cache = advice_->cache;
    request.settings.quick = true;
    session_.worker().request(request, handlers, this);
    show_();
}

QString AdvicePanel::bodyText() const {
    if (!advice_) return {};
    const QString muted = theme().colours().muted.name(), name_colour = theme().colours().text.name();
    QString html = QStringLiteral("<table width='100%' cellspacing='0'>");
    QStringList headings;
    for (const QString& heading : {tr("Kernel"), tr("Time"), tr("Conversion"), tr("Break-even")})
        headings.append(QStringLiteral("<span style='color:%1'>%2</span>").arg(muted, heading));
    html += tableRow(headings);
    int group = 0;
    for (const protocol::AdvisedKernel& kernel : advice_->kernels) {
        if (kernel.group != group) {
            group = kernel.group;
            const auto in_group =
                std::count_if(advice_->kernels.begin(), advice_->kernels.end(),
                              [&](const protocol::AdvisedKernel& each) { return each.group == group; });
            const QString title = kernel.is_at_least && advice_->is_learned ? tr("Group %1: clearly slower")
                                  : kernel.is_at_least && advice_->quick    ? tr("Group %1: lower bounds (not traced)")
                                  : kernel.is_at_least ? tr("Group %1: provably slower (not traced)")
                                  : in_group > 1       ? tr("Group %1: equally fast within the model's error")
                                                       : tr("Group %1");
            html += wideRow(title.arg(group), muted, 8);
        }
        const QString name = toQString(kernel.kernel).toHtmlEscaped();
        const bool is_chosen = toQString(kernel.kernel) == chosen_;
        const QString link =
            QStringLiteral("%1<a href='kernel:%2' style='color:%3; text-decoration:none'><b>%2</b></a>")
                .arg(is_chosen ? QStringLiteral("▸ ") : QString(), name, name_colour);
        html += tableRow({link, timeCell(kernel), conversionCell(kernel), paysCell(kernel)});
        // Similar kernels have similar reasons, so show only the reason of the selected kernel.
        if (!is_chosen) continue;
        QString reason = toQString(kernel.reason);
        if (kernel.format_bytes)
            reason += QLatin1Char(' ') +
                      tr("The format takes %1.").arg(toQString(bytes_text(static_cast<double>(*kernel.format_bytes))));
        html += wideRow(reason, muted, 0);
    }
    html += QStringLiteral("</table>");
    if (!advice_->others.empty()) {
        html += QStringLiteral("<p style='margin:8px 0 2px 0; color:%1'>%2</p>").arg(muted, tr("Not ranked"));
        for (const protocol::UnadvisedKernel& other : advice_->others)
            html += QStringLiteral("<p style='margin:0 0 6px 12px'><b>%1</b><br><span style='color:%2'>%3</span></p>")
                        .arg(toQString(other.kernel).toHtmlEscaped(), muted, toQString(other.reason).toHtmlEscaped());
    }
    QStringList ends{toQString(advice_->error_from)};
    for (const std::string& note : advice_->notes) ends.append(toQString(note));
    for (const QString& end : ends)
        html += QStringLiteral("<p style='margin:8px 0 0 0; color:%1'>%2</p>").arg(muted, end.toHtmlEscaped());
    return html;
}

QString AdvicePanel::headline() const {
    const protocol::AdvisedKernel* const best = advice_ ? advice_->find(advice_->take) : nullptr;
    if (best == nullptr) return {};
    const QString name = toQString(best->kernel);
    return std::isfinite(best->ns) ? QStringLiteral("%1  ≈ %2").arg(name, timeText(best->ns)) : name;
}

void AdvicePanel::show_() {
    const bool asks = !request_.isEmpty();
    headline_->setText(headline());
    headline_->setVisible(!headline_->text().isEmpty() && !isLow(this));
    sentence_->setText(!problem_.isEmpty() ? problem_
                       : asks              ? tr("Tracing all kernels that can run on this device...")
                       : advice_           ? toQString(advice_->sentence)
                                           : tr("Open a matrix to get a kernel recommendation."));
    body_->setHtml(bodyText());
    take_->setEnabled(advice_ && !chosen_.isEmpty());
    take_->setText(chosen_.isEmpty() || (advice_ && chosen_ == toQString(advice_->take))
                       ? tr("Use this &kernel")
                       : tr("Use &kernel %1").arg(chosen_));
    const QString why_not = whyNotTried();
    const bool measures = !measuring_.isEmpty();
    try_->setEnabled(why_not.isEmpty() && !measures);
    try_->setText(measures ? tr("Measuring...") : tr("Tr&y the top three kernels"));
    try_->setToolTip(why_not.isEmpty() ? tr("Measure the top three kernels and check the ranking") : why_not);
    const bool has_verdict = advice_ && advice_->verdict;
    verdict_->setVisible(has_verdict);
    verdict_->setText(has_verdict ? toQString(advice_->verdict->sentence) : QString());
}

} // namespace warploom::ui
