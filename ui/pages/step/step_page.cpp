#include "ui/pages/step/step_page.h"

#include "engine/walkthrough/pane_steps.h"
#include "ui/charts/chart_frame.h"
#include "ui/components/warp/player.h"
#include "ui/pages/step/annotation_tools.h"
#include "ui/pages/step/sheet_export.h"
#include "ui/pages/step/step_choices.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/question_strip.h"

#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>
#include <QTextBrowser>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace warploom::ui {

namespace {

/// The session key of the current tab. Its values are "picture", "words" and "banks".
const QString tab_key = QStringLiteral("step/tab");

} // namespace

StepPage::StepPage(Session& session, QWidget* parent) : Page(session, tr("Step"), QStringLiteral("step"), parent) {
    predict_ = predictButton(session, "stepPredict", QStringLiteral("step/predict"),
                             tr("Ask for a prediction before showing each step"));
    choices_ = new StepChoices(session, predict_, this);
    // At a large font scale, the figure scrolls while the options, the text and the player stay visible.
    scroll_ = scrolled(buildViews());
    scroll_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    scroll_->installEventFilter(this);
    const int gap = theme().px(6);
    inColumn(this, {choices_->strip(), {scroll_, 1}, buildFoot()}, theme().px(4), {gap, gap, gap, gap});

    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        if (key == tab_key) {
            is_tab_wanted_ = true;
            showTab();
        } else if (key.startsWith(QLatin1String("step/"))) {
            rebuild();
        }
    });
    connect(&theme(), &Theme::changed, this, &StepPage::themeChanged);
    connect(choices_, &StepChoices::dataChanged, this, &StepPage::rebuild);
    connect(choices_, &StepChoices::topicChosen, this, [this] { is_tab_wanted_ = false; });
    rebuild();
    themeChanged();
}

QWidget* StepPage::buildViews() {
    view_ = new StepView;
    banks_ = new StepBankView;
    view_frame_ = new ChartFrame(view_, view_);
    banks_frame_ = new ChartFrame(banks_, banks_);
    addExports();
    view_frame_->addTool(warp_);
    view_frame_->addTool(export_);
    view_frame_->addTool(sheet_);
    annotations_ = new AnnotationTools(*view_, *view_frame_);
    connect(view_, &StepView::opened, this, &StepPage::showInWarp);
    banks_frame_->addTool(choices_->bytes());
    banks_frame_->addTool(choices_->padding());
    formula_ = named(new QTextBrowser, "stepWrittenOut", tr("Details of the step"));
    formula_->setFrameShape(QFrame::NoFrame);
    tabs_ = inTabs({{formula_, tr("Written out")}, {banks_frame_, tr("Banks")}});
    connect(tabs_, &QTabWidget::currentChanged, this, [this] {
        if (arranging_) return;
        session().presetChoice(tab_key, tabName());
        is_tab_wanted_ = false;
    });
    sizeAsShown(tabs_->findChild<QStackedWidget*>());
    beside_ = inSplitter(Qt::Horizontal, {{view_frame_, 3}, {tabs_, 1}});
    beside_->setSizes({theme().px(640), theme().px(270)});
    connect(view_, &StepView::chosenChanged, this, [this] {
        showWords();
        emit inspectorChanged();
    });
    return beside_;
}

/// Creates the buttons next to the title of the figure.
void StepPage::addExports() {
    const auto button = [](const char* object, const QString& text, const QString& accessible, const QString& tip) {
        return named(toolButton(text, tip), object, accessible, tip);
    };
    export_ = button("stepExportAll", tr("All steps"), tr("Save all steps as images"),
                     tr("Export every step to a folder as step-01.png, step-02.png and so on, for use in slides"));
    warp_ = button("stepShowInWarp", tr("Warp"), tr("Show in Warp"),
                   tr("Show the warp that executes this step on the Warp page (double-click or Enter)"));
    followIcon(warp_, QStringLiteral("warp"));
    connect(warp_, &QToolButton::clicked, this, &StepPage::showInWarp);
    followIcon(export_, QStringLiteral("pictures"));
    sheet_ = button("stepSheets", tr("A4, A3"), tr("Export as A4 and A3 pages"),
                    tr("Export the whole algorithm as PDF files: one A4 page and one A3 page"));

    const auto into_folder = [this](const QString& title, QStringList (StepPage::*write)(const QString&)) {
        const QString folder = askForFolder(this, title, QStringLiteral("export/folder"));
        if (!folder.isEmpty()) (this->*write)(folder);
    };
    connect(export_, &QToolButton::clicked, this,
            [into_folder] { into_folder(tr("Select a folder for the step images"), &StepPage::exportStepsTo); });
    connect(sheet_, &QToolButton::clicked, this,
            [into_folder] { into_folder(tr("Select a folder for the A4 and A3 pages"), &StepPage::exportSheetsTo); });
}

QWidget* StepPage::buildFoot() {
    sentence_ = sentenceLabel("stepSentence", tr("Step description"));
    sentence_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    code_ = named(new QLabel, "stepCode", tr("Kernel line"));
    code_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    for (QLabel* each : {sentence_, code_}) each->setTextInteractionFlags(Qt::TextSelectableByMouse);
    player_ = new Player;
    player_->setWorstShown(false);
    player_->setPace(1000); // milliseconds per step: slow enough to study each figure
    connect(player_, &Player::stepChanged, this, &StepPage::stepChanged);
    connect(player_, &Player::stopped, this, &Page::inspectorChanged);
    question_ = new QuestionStrip;
    connect(question_, &QuestionStrip::said, this, &StepPage::predicted);
    auto* foot = new QWidget;
    inColumn(foot, {question_, sentence_, code_, player_}, theme().px(3));
    return foot;
}

/// Shows the formula next to the figure if the walkthrough has a single method. Wide figures use the full width, as do
/// all figures at a large font scale.
void StepPage::arrange() {
    // Tab changes during this call do not come from the user.
    const auto begins = std::exchange(arranging_, true);
    const WalkthroughEntry& now = choices_->topic();
    const bool wide = now.is_wide || theme().scale() >= 1.5 || isLow(this);
    const bool is_wide = tabs_->indexOf(view_frame_) >= 0;
    if (wide && !is_wide) {
        tabs_->insertTab(0, view_frame_, tr("Figure"));
        tabs_->setCurrentIndex(0);
    } else if (!wide && is_wide) {
        tabs_->removeTab(tabs_->indexOf(view_frame_));
        beside_->insertWidget(0, view_frame_);
        view_frame_->show();
        beside_->setStretchFactor(0, 3);
        beside_->setStretchFactor(1, 1);
        beside_->setSizes({theme().px(640), theme().px(270)});
    }
    // A walkthrough of two methods shows two kernel source lines. Reserve space for both lines, even after one of the
    // methods has finished.
    code_->setMinimumHeight(now.quoted_lines * QFontMetrics(code_->font()).lineSpacing());
    tabs_->setTabVisible(tabs_->indexOf(banks_frame_), now.has_banks);
    sheet_->setVisible(!sheetOf(now.name).isEmpty());
    arranging_ = begins;
    const bool has_room = theme().scale() < 1.5 && !isLow(this);
    code_->setVisible(has_room); // if there is no room, the formula tab shows the kernel source lines
    scroll_->setMinimumHeight(theme().px(has_room ? 120 : 90));
}

void StepPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    arrange();
}

void StepPage::themeChanged() {
    sentence_->setFont(theme().font(theme().scale() < 1.5 ? 1.1 : 0.9));
    code_->setFont(theme().monospace(0.9));
    // Use a font that is readable from the back row.
    formula_->document()->setDefaultFont(theme().font(theme().scale() < 1.5 ? 1.3 : 1.1));
    arrange();
    // Reserve two lines for the sentence, so that the views do not move when the text changes.
    sentence_->setMinimumHeight(2 * QFontMetrics(sentence_->font()).lineSpacing());
    choices_->applyTheme();
    annotations_->applyTheme();
    const bool large = theme().scale() >= 1.5; // show only icons, because there is no room for text
    export_->setToolButtonStyle(large ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    export_->setIconSize(QSize(theme().px(14), theme().px(14)));
    if (walkthrough_) showWords(); // redraw the text in the new colors
}

QList<Chart*> StepPage::charts() const { return {view_, banks_}; }

QWidgetList StepPage::choiceFields() const { return {choices_->strip()}; }

QString StepPage::sentence() const { return sentence_->text(); }

void StepPage::setTopic(const QString& name) {
    is_tab_wanted_ = false; // if the user selects a topic, show its figure first
    choices_->setTopic(name);
}

void StepPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    // Without this focus change, the Space key would open the focused combo box instead of starting playback.
    if (!event->spontaneous()) view_->setFocus();
}

void StepPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    player_->stop();
}

void StepPage::keyPressEvent(QKeyEvent* event) {
    if (!player_->stepByKey(*event)) Page::keyPressEvent(event);
}

bool StepPage::eventFilter(QObject* watched, QEvent* event) {
    // Handle key presses that the views ignore. Otherwise, arrow keys would scroll the scroll area.
    if (event->type() == QEvent::KeyPress && player_->stepByKey(*static_cast<QKeyEvent*>(event))) return true;
    return Page::eventFilter(watched, event);
}

void StepPage::rebuild() {
    const WalkthroughEntry& now = choices_->topic();
    // Start at the first step, unless the topic has not changed or has the same steps as the previous one.
    const bool goes_on = shown_ != nullptr && (shown_->name == now.name || (shown_->shares_steps && now.shares_steps));
    const int step = goes_on ? player_->step() : -1;
    walkthrough_ = now.make(choices_->values());
    if (!goes_on) view_->wipe();
    view_->setWalkthrough(walkthrough_);
    {
        const QSignalBlocker silent(player_); // emit only one change signal
        player_->setSteps(walkthrough_->steps());
        player_->setOpening(walkthrough_->hasOpening());
        player_->setStep(step);
        QList<Player::Chapter> chapters;
        for (const WalkthroughChapter& each : walkthrough_->chapters()) chapters.append({each.first, each.title});
        player_->setChapters(chapters);
    }
    shown_ = &now;
    choices_->fill();
    arrange();
    if (!goes_on && is_tab_wanted_) showTab();
    stepChanged(player_->step());
    emit chartsChanged();
}

void StepPage::setPredicting(bool on) { predict_->setChecked(on); }

bool StepPage::isHidden(int step) const {
    if (!walkthrough_ || step < 0 || !predict_->isChecked() ||
        seen_.contains(walkthrough_->title() + QString::number(step)))
        return false;
    return walkthrough_->question(step).has_value();
}

void StepPage::predicted(const QString& said) {
    const int step = player_->step();
    if (step < 0) return;
    const std::optional<StepQuestion> question = walkthrough_->question(step);
    if (!question) return;
    const QString answer = QString::number(question->answer);
    seen_.insert(walkthrough_->title() + QString::number(step));
    session().predicted({{},
                         tr("Step, %1").arg(walkthrough_->title()),
                         question->text,
                         said,
                         answer,
                         said.toInt() == question->answer});
    stepChanged(step);
    question_->showVerdict(!said.isEmpty() && said.toInt() == question->answer, answer);
    player_->setFocus();
}

void StepPage::stepChanged(int step) {
    if (!walkthrough_) return;
    const bool hides = isHidden(step);
    view_->setStep(step);
    view_->setVeiled(hides);
    if (step < 0) {
        banks_->setBanks(std::nullopt);
        sentence_->setText(walkthrough_->openingSentence());
        question_->close();
    } else if (hides) {
        player_->stop();
        banks_->setBanks(std::nullopt);
        sentence_->setText(tr("What will this step do? Enter a prediction to see the result."));
        question_->ask(walkthrough_->question(step)->text);
    } else {
        banks_->setBanks(walkthrough_->banks(step));
        sentence_->setText(walkthrough_->sentence(step));
        question_->close();
    }
    for (ChartFrame* frame : {view_frame_, banks_frame_}) frame->refresh();
    view_->setAccessibleDescription(sentence_->text());
    showWords();
    if (!player_->isPlaying()) emit inspectorChanged();
}

int StepPage::stepNow() const { return std::max(0, player_->step()); }

QString StepPage::codeHtml() const {
    QString html;
    for (const walkthrough::KernelLine& quote : walkthrough_->lines(player_->step())) {
        html += QStringLiteral("<p>%1<br><code>%2</code></p>")
                    .arg(QLatin1String(quote.file), QString::fromUtf8(quote.text).toHtmlEscaped());
    }
    return html;
}

void StepPage::showWords() {
    if (player_->step() < 0) {
        formula_->setHtml(walkthrough_->openingWords());
        code_->clear();
        return;
    }
    if (isHidden(player_->step())) {
        formula_->setHtml(tr("<p>Enter your prediction to see the formula.</p>"));
        code_->clear();
        return;
    }
    QString html = walkthrough_->formula(player_->step(), view_->chosen(), theme().colours());
    const QString code = codeHtml();
    if (!code.isEmpty()) html += tr("<p><b>In the kernel</b></p>") + code;
    formula_->setHtml(html);
    QStringList lines;
    for (const walkthrough::KernelLine& quote : walkthrough_->lines(player_->step())) {
        lines << QLatin1String(quote.file).mid(8) + QStringLiteral(":  ") + QString::fromUtf8(quote.text);
    }
    code_->setText(lines.join(QLatin1Char('\n')));
}

QAbstractButton* StepPage::mainButton() const { return player_->playButton(); }

QString StepPage::inspectorText() const {
    if (!walkthrough_) return {};
    QString html;
    // If there is no room for the formula next to the figure, show it in the inspector.
    if (tabs_->indexOf(view_frame_) >= 0 && !isHidden(player_->step()))
        html += player_->step() < 0 ? walkthrough_->openingWords()
                                    : walkthrough_->formula(player_->step(), view_->chosen(), theme().colours());
    if (choices_->topic().boxes == WalkthroughEntry::Boxes::equations)
        html += tr(
            "<h3>Steps and operations</h3><table "
            "cellspacing='4'><tr><td></td><td>steps</td><td>operations</td></tr><tr><td>Thomas</td><td>2n</td><td>8n</"
            "td></tr><tr><td>CR</td><td>2 log₂ n − 1</td><td>17n</td></tr><tr><td>PCR</td><td>log₂ n</td><td>12 n log₂ "
            "n</td></tr></table><p>The formulas are from cerny2011. The counters show the operations that the threads "
            "actually execute. Each addition, multiplication and division counts as one operation. The formulas and "
            "the counters differ as follows. <b>Thomas</b>: 8n includes 6 operations of forward elimination and 2 of "
            "back substitution per row, although the last row needs no back substitution. <b>CR</b>: 17n includes 12 "
            "operations of forward reduction and 5 of back substitution per row, although the last two rows are solved "
            "directly. <b>PCR</b>: 12 n log₂ n omits the n divisions of the last step.</p>");
    return html + tr("<p><b>Space</b>: play or pause. <b>Left</b>, <b>Right</b>: previous or next step. <b>Home</b>, "
                     "<b>End</b>: first or last step. <b>Up</b>, <b>Down</b> or click: select a row. <b>T</b>: show "
                     "the table.</p>");
}

} // namespace warploom::ui
