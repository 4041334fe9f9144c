#include "ui/pages/pitfalls/pitfalls_page.h"

#include "engine/protocol/messages/requests.h"
#include "ui/charts/chart_view.h"
#include "ui/session/cancel_controller.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/place_text.h"
#include "ui/widgets/question_strip.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace warploom::ui {

namespace {

const QString predict_key = QStringLiteral("pitfalls/predict");

} // namespace

PitfallsPage::PitfallsPage(Session& session, QWidget* parent)
    : Page(session, tr("Pitfalls"), QStringLiteral("pitfalls"), parent), stop_(new CancelController(session, this)) {
    list_ = named(new QListWidget, "pitfallList", tr("Measurement pitfalls"),
                  tr("Select one of five common measurement pitfalls"));
    for (const PitfallDemonstration& each : pitfalls()) list_->addItem(each.title);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setWordWrap(true);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const auto plain = [](const char* object) { return sentenceLabel(object, {}, Qt::TextSelectableByMouse); };
    title_ = plain("pitfallTitle");
    text_ = plain("pitfallText");
    measure_ =
        pushButton("pitfallMeasure", tr("Run"), tr("Run this measurement on the selected device (takes a few seconds)"),
                   this, &PitfallsPage::measure);
    followIcon(measure_, QStringLiteral("play"));
    cancel_ = pushButton("pitfallCancel", tr("Cancel"), tr("Cancel the measurement. Earlier results are kept."), this,
                         &PitfallsPage::cancel);
    view_ = comboBox("pitfallView", tr("Chart"), tr("Select a chart for this pitfall"));
    progress_ = named(new QLabel, "pitfallProgress", {});
    predict_ = predictButton(session, "pitfallPredict", predict_key,
                             tr("Ask for a prediction before the measured value is shown"));
    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        if (key == predict_key) refresh();
    });
    question_ = new QuestionStrip;
    connect(question_, &QuestionStrip::said, this, &PitfallsPage::predicted);
    place_ = new PlaceText(session, "pitfallPlace");
    place_->setWordWrap(false);
    stack_ = new QStackedWidget;
    for (const PitfallDemonstration& each : pitfalls())
        for (const PitfallDemonstration::Picture& picture : each.pictures) {
            auto* chart = new ChartView(picture.chart({}).spec);
            chart->setGrowing(true);
            chart->setInvitation(tr("There are no published values for this chart. To plot your own values, select "
                                    "Run."),
                                 tr("Run"));
            connect(chart, &ChartView::invitationAccepted, this, &PitfallsPage::measure);
            stack_->addWidget(chart);
            pictures_.append({&each, static_cast<int>(&picture - each.pictures.data()), chart});
        }
    expect_ = richLabel("pitfallExpect", {}, Qt::TextSelectableByMouse);
    QBoxLayout* column = inColumn(nullptr,
                                  {title_,
                                   text_,
                                   inStrip({measure_, cancel_, predict_, view_, place_, progress_}),
                                   question_,
                                   {stack_, 1},
                                   expect_},
                                  4);
    inRow(this, {list_, {column, 1}}, 12, {8, 8, 8, 8});

    connect(list_, &QListWidget::currentRowChanged, this, &PitfallsPage::showLesson);
    connect(view_, &QComboBox::activated, this, [this](int index) {
        views_[lesson().id] = index;
        refresh();
    });
    connect(&session.worker(), &WorkerClient::handshakeChanged, this, &PitfallsPage::refresh);
    onTheme(this, [this] { dress(); });
    list_->setCurrentRow(0);
}

const PitfallDemonstration& PitfallsPage::lesson() const { return pitfalls()[std::max(0, list_->currentRow())]; }

void PitfallsPage::dress() {
    title_->setFont(theme().font(1.25, true));
    int widest = 0;
    const QFontMetrics metrics(theme().font());
    for (const PitfallDemonstration& each : pitfalls())
        widest = std::max(widest, metrics.horizontalAdvance(each.title));
    list_->setFixedWidth(std::min(widest + theme().px(24), theme().px(220)));
    list_->setSpacing(theme().px(2));
    stack_->setMinimumHeight(theme().px(220));
    setMuted(progress_);
}

void PitfallsPage::showLesson() {
    const PitfallDemonstration& now = lesson();
    question_->close();
    title_->setText(now.title);
    text_->setText(now.text);
    expect_->setText(tr("<b>What to look for:</b> %1").arg(now.expect.toHtmlEscaped()));
    const QSignalBlocker quiet(view_);
    view_->clear();
    for (const PitfallDemonstration::Picture& picture : now.pictures) view_->addItem(picture.title);
    view_->setCurrentIndex(views_.value(now.id));
    view_->setVisible(view_->count() > 1);
    refresh();
}

QString PitfallsPage::machineTitle(const QString& id) const {
    const protocol::MachineEntry* machine = session().worker().handshake().machine(id.toStdString());
    return machine == nullptr ? id : toQString(machine->title);
}

ChartView* PitfallsPage::chart() const { return static_cast<ChartView*>(stack_->currentWidget()); }

void PitfallsPage::draw(const Shown& shown) const {
    const protocol::Pitfall answer = shownAnswer(*shown.pitfall);
    PitfallChart chart = shown.pitfall->pictures[shown.view].chart(answer);
    if (!answer.name.empty()) {
        chart.table.facts.emplace_back("machine", machineTitle(toQString(answer.machine)).toStdString());
        chart.table.facts.emplace_back("kind", to_string(answer.kind));
    }
    chart.table.facts.emplace_back("published", "cerny2011: 2 x AMD Opteron 6172, GeForce GTX 460");
    const QString sentence = toQString(answer.sentence);
    shown.chart->setTable(chart.table);
    shown.chart->setReading(!sentence.isEmpty()        ? sentence
                            : chart.table.rows.empty() ? QString()
                                                       : tr("Hollow markers: values published in cerny2011 (two "
                                                            "Opterons with 24 cores in total, GeForce GTX 460)."));
}

void PitfallsPage::refresh() {
    const PitfallDemonstration& now = lesson();
    for (const Shown& shown : pictures_) {
        if (shown.pitfall != &now || shown.view != std::max(0, view_->currentIndex())) continue;
        draw(shown);
        stack_->setCurrentWidget(shown.chart);
    }
    askOrTell();
    expect_->setVisible(!isHidden(now.id));
    measure_->setEnabled(!isMeasuring() && !session().worker().handshake().machines.empty());
    cancel_->setVisible(isMeasuring());
    if (!isMeasuring() || measured_ != now.id)
        progress_->setText(isMeasuring() ? tr("Another measurement is running.") : QString());
    place_->setVisible(!isMeasuring());
    progress_->setVisible(isMeasuring());
    emit inspectorChanged();
}

void PitfallsPage::measure() {
    if (isMeasuring()) return;
    const QString id = lesson().id;
    measured_ = id;
    protocol::PitfallRequest request;
    request.pitfall = id.toStdString();
    request.machine = session().machine().toStdString();
    // Do not send the card, because the name of a simulated machine already identifies it.
    const protocol::MachineEntry* machine = session().worker().handshake().machine(session().machine().toStdString());
    const bool is_card = machine != nullptr && machine->kind == MachineKind::simulated;
    if (!is_card && !session().card().id.empty()) request.card = session().card().id;
    RequestHandlers handlers;
    handlers.progress = [this](const protocol::ProgressEvent& progress) {
        if (lesson().id == measured_) progress_->setText(toQString(progress.stage + " " + progress.detail).trimmed());
    };
    handlers.done = [this, id](const Json& answer) { finished(id, protocol::read_pitfall(answer)); };
    handlers.error = [this, id](const WorkerError& error) {
        if (!stop_->explains(error)) session().report(toQString(error.message), toQString(error.hint));
        finished(id, {});
    };
    progress_->setText(tr("Measuring on %1...").arg(machineTitle(session().machine())));
    request_ = session().worker().request(request, handlers, this);
    refresh();
}

void PitfallsPage::setPredicting(bool on) { predict_->setChecked(on); }

bool PitfallsPage::isHidden(const QString& id) const {
    if (!predict_->isChecked() || seen_.contains(id) || !answers_.contains(id)) return false;
    for (const PitfallDemonstration& each : pitfalls())
        if (each.id == id) return each.question(answers_.value(id)).has_value();
    return false;
}

protocol::Pitfall PitfallsPage::shownAnswer(const PitfallDemonstration& pitfall) const {
    return isHidden(pitfall.id) ? protocol::Pitfall{} : answers_.value(pitfall.id);
}

void PitfallsPage::askOrTell() {
    if (!isHidden(lesson().id)) {
        question_->close();
    } else if (!question_->isOpen()) {
        question_->ask(lesson().question(answers_.value(lesson().id))->text);
    }
}

void PitfallsPage::predicted(const QString& said) {
    const QString id = lesson().id;
    const std::optional<PitfallQuestion> question = lesson().question(answers_.value(id));
    if (!question) return;
    seen_.insert(id);
    const QString answer = QString::number(question->answer);
    const bool is_right = !said.isEmpty() && std::abs(said.toInt() - question->answer) <= question->within;
    session().predicted({{}, tr("Pitfalls, %1").arg(lesson().title), question->text, said, answer, is_right});
    refresh();
    question_->showVerdict(is_right, answer);
    emit chartsChanged();
}

void PitfallsPage::cancel() {
    if (isMeasuring()) stop_->ask(request_);
}

void PitfallsPage::finished(const QString& id, const protocol::Pitfall& answer) {
    request_.clear();
    stop_->over();
    measured_.clear();
    if (!answer.name.empty()) {
        answers_[id] = answer;
        seen_.remove(id);
    }
    refresh();
    emit chartsChanged();
}

QAbstractButton* PitfallsPage::mainButton() const { return measure_; }

QList<Chart*> PitfallsPage::charts() const {
    // Update all charts, because an export includes hidden charts. These are otherwise updated only when they are
    // shown.
    QList<Chart*> all;
    for (const Shown& shown : pictures_) {
        draw(shown);
        all.append(shown.chart);
    }
    return all;
}

QString PitfallsPage::inspectorText() const {
    const PitfallDemonstration& now = lesson();
    QString html = QStringLiteral("<h3>%1</h3><p>%2</p>").arg(now.title.toHtmlEscaped(), now.text.toHtmlEscaped());
    const protocol::Pitfall answer = shownAnswer(now);
    const QString sentence = toQString(answer.sentence).toHtmlEscaped();
    const QString machine = machineTitle(toQString(answer.machine)).toHtmlEscaped();
    if (answer.is_modelled()) // sentences about modeled times already name the card
        html += tr("<p><b>Modeled.</b> %1</p>").arg(sentence);
    else if (!answer.name.empty()) html += tr("<p><b>Measured on %1.</b> %2</p>").arg(machine, sentence);
    return html + tr("<p>Published values: M. Černý, <i>Implementation of matrix solvers on GPU</i>, bachelor's "
                     "thesis, CTU in Prague, 2011 (cerny2011).</p>");
}

} // namespace warploom::ui
