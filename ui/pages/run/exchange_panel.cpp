#include "ui/pages/run/exchange_panel.h"

#include "engine/protocol/messages/requests.h"
#include "ui/pages/run/exchange_view.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

#include <QLabel>

#include <algorithm>

namespace warploom::ui {

ExchangePanel::ExchangePanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), view_(new ExchangeView) {
    gpus_ = comboBox("exchangeGpus", tr("Number of GPUs"),
                     tr("Select the number of GPUs across which to distribute the rows"),
                     {{tr("2 GPUs"), 2}, {tr("4 GPUs"), 4}, {tr("8 GPUs"), 8}});
    sentence_ = sentenceLabel("exchangeSentence", tr("Bytes sent between the GPUs"));
    inColumn(this, {inStrip({labelled(tr("Distribute across"), gpus_)}), {view_, 1}, sentence_}, theme().px(4),
             {theme().px(8), theme().px(4), theme().px(8), theme().px(4)});
    connect(gpus_, &QComboBox::currentIndexChanged, this, &ExchangePanel::show_);
    connect(&session, &Session::matrixChanged, this, &ExchangePanel::update_);
    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        if (key == QLatin1String("precision")) update_();
    });
    show_();
}

void ExchangePanel::setKernel(const QString& operation, const QString& kernel) {
    operation_ = operation;
    kernel_ = kernel;
    update_();
}

QString ExchangePanel::sentence() const { return sentence_->text(); }

void ExchangePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    update_();
}

void ExchangePanel::update_() {
    if (!isVisible()) return;
    const QString matrix = session_.matrix() ? session_.matrix()->name() : QString();
    const QString key = matrix.isEmpty() || kernel_.isEmpty()
                            ? QString()
                            : QStringList{matrix, operation_, kernel_, session_.precision()}.join(QLatin1Char('\n'));
    if (key == key_) return;
    key_ = key;
    plan_.reset();
    problem_.clear();
    show_();
    if (key.isEmpty()) return;
    RequestHandlers handlers;
    handlers.done = [this, key](const Json& result) {
        if (key != key_) return;
        plan_ = protocol::read_exchange_plan(result);
        show_();
    };
    handlers.error = [this, key](const WorkerError& error) {
        if (key != key_) return;
        problem_ = toQString(error.message);
        show_();
    };
    protocol::ExchangeRequest request;
    request.operation = enumOf(operation_, Operation::spmv);
    request.matrix = matrix.toStdString();
    request.kernel = kernel_.toStdString();
    request.precision = session_.precisionValue();
    request.gpus = {2, 4, 8};
    session_.worker().request(request, handlers, this);
}

void ExchangePanel::show_() {
    const auto at = static_cast<std::size_t>(std::max(gpus_->currentIndex(), 0));
    if (!plan_ || at >= plan_->exchanges.size()) {
        view_->setExchange({}, std::nullopt);
        sentence_->setText(problem_);
        return;
    }
    const protocol::Exchange& exchange = plan_->exchanges[at];
    view_->setExchange(tr("Bytes sent between %1 GPUs per product (%2)").arg(exchange.gpus).arg(kernel_), exchange);
    const double total = exchange.total_bytes();
    sentence_->setText(total > 0
                           ? tr("%1: %2 GPUs send %3 per product and process %4% of the entries during the transfer.")
                                 .arg(kernel_)
                                 .arg(exchange.gpus)
                                 .arg(quantityText(total, "bytes"), numberText(100 * exchange.overlapped, 3))
                           : tr("%1: the GPUs do not need to exchange any elements of x.").arg(kernel_));
}

} // namespace warploom::ui
