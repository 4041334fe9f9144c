#include "ui/components/warp/player.h"

#include "ui/style/theme.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLayout>
#include <QSignalBlocker>
#include <QSlider>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace warploom::ui {

namespace {

QToolButton* button(const QString& icon, const QString& text, const QString& tip) {
    QToolButton* made = toolButton(text, tip);
    made->setObjectName(icon);
    made->setAccessibleName(text);
    return made;
}

} // namespace

Player::Player(QWidget* parent) : QWidget(parent), timer_(new QTimer(this)) {
    first_ = button(QStringLiteral("first"), tr("First step"), tr("First step (Home)"));
    back_ = button(QStringLiteral("back"), tr("Step back"), tr("Step back (Left)"));
    play_ = button(QStringLiteral("play"), tr("Play"), tr("Play or pause (Space)"));
    forward_ = button(QStringLiteral("forward"), tr("Step forward"), tr("Step forward (Right)"));
    last_ = button(QStringLiteral("last"), tr("Last step"), tr("Last step (End)"));
    worst_ = button(
        QStringLiteral("worst"), tr("Worst step"),
        tr("Go to the step with the most transactions per active lane. Press again for the next-worst step (W)."));
    worst_->setToolButtonStyle(Qt::ToolButtonTextOnly);
    slider_ = named(new QSlider(Qt::Horizontal), "", tr("Step"));
    slider_->setMinimumWidth(theme().px(40));
    label_ = named(new QLabel, "", tr("Current step"));
    speed_ = named(new QComboBox, "", tr("Speed"));
    // Slow speeds are intended for explaining individual steps, and fast speeds for skimming long traces.
    for (const int seconds : {10, 5, 2}) speed_->addItem(tr("%1 s/step").arg(seconds), 1000 * seconds);
    for (const int each : {1, 2, 5, 10, 30, 100}) speed_->addItem(tr("%1/s").arg(each), 1000 / each);
    setPace(200);
    speed_->setToolTip(tr("Playback speed"));

    for (QToolButton* each : {first_, back_, forward_, last_}) followIcon(each, each->objectName());
    chapter_ = named(new QComboBox, "playerChapter", tr("Chapter"));
    chapter_->setToolTip(tr("Go to the previous or next phase of the algorithm (Page Up, Page Down)"));
    chapter_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    chapter_->hide();
    inRow(this, {first_, back_, play_, forward_, last_, label_, chapter_, {slider_, 1}, speed_, worst_}, theme().px(4));
    connect(chapter_, &QComboBox::activated, this, [this](int index) { setStep(chapters_[index].first); });

    connect(first_, &QToolButton::clicked, this, &Player::first);
    connect(back_, &QToolButton::clicked, this, &Player::back);
    connect(play_, &QToolButton::clicked, this, &Player::togglePlay);
    connect(forward_, &QToolButton::clicked, this, &Player::forward);
    connect(last_, &QToolButton::clicked, this, &Player::last);
    connect(worst_, &QToolButton::clicked, this, &Player::worstAsked);
    connect(slider_, &QSlider::valueChanged, this, &Player::setStep);
    connect(speed_, &QComboBox::currentIndexChanged, this, [this] { timer_->setInterval(pace()); });
    connect(timer_, &QTimer::timeout, this, [this] {
        forward();
        if (step_ + 1 >= steps_) stop();
    });
    onTheme(this, [this] { applyTheme(); });
    timer_->setInterval(pace());
    setSteps(0);
}

void Player::applyTheme() {
    for (QToolButton* each : {first_, back_, play_, forward_, last_})
        each->setIconSize(QSize(theme().px(16), theme().px(16)));
    showState();
}

int Player::pace() const { return std::max(1, speed_->currentData().toInt()); }

void Player::setPace(int ms) { speed_->setCurrentIndex(std::max(0, speed_->findData(ms))); }

void Player::setWorstShown(bool on) {
    has_worst_ = on;
    fitWidth();
}

/// Returns the minimum size. Its width does not include the button that jumps to the worst step, which may therefore be
/// cut off in a small window with a lesson. The keyboard shortcut of the button still works.
QSize Player::minimumSizeHint() const {
    QSize least = QWidget::minimumSizeHint();
    if (!worst_->isHidden()) least.rwidth() -= worst_->minimumSizeHint().width() + layout()->spacing();
    return least;
}

void Player::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitWidth();
}

void Player::fitWidth() {
    const int worst = worst_->minimumSizeHint().width() + layout()->spacing();
    const int least = layout()->minimumSize().width() + (worst_->isHidden() ? worst : 0);
    worst_->setVisible(has_worst_ && width() >= least);
}

bool Player::isPlaying() const { return timer_->isActive(); }

bool Player::stepByKey(const QKeyEvent& event) {
    if ((event.modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier) return false;
    switch (event.key()) {
    case Qt::Key_Space: togglePlay(); return true;
    case Qt::Key_Left: back(); return true;
    case Qt::Key_Right: forward(); return true;
    case Qt::Key_Home: first(); return true;
    case Qt::Key_End: last(); return true;
    case Qt::Key_PageUp: return goToChapter(-1);
    case Qt::Key_PageDown: return goToChapter(1);
    default: return false;
    }
}

void Player::setOpening(bool on) {
    opening_ = on;
    setSteps(steps_);
}

void Player::setChapters(const QList<Chapter>& chapters) {
    const QSignalBlocker quiet(chapter_);
    chapters_ = chapters;
    chapter_->clear();
    for (const Chapter& each : chapters_) chapter_->addItem(each.title);
    chapter_->setVisible(chapters_.size() > 1);
    showState();
}

int Player::chapterNow() const {
    int now = -1;
    for (int i = 0; i < chapters_.size() && chapters_[i].first <= step_; ++i) now = i;
    return now;
}

bool Player::goToChapter(int by) {
    if (chapters_.size() < 2) return false;
    const int now = chapterNow();
    // If the current step is in the middle of a chapter, first go back to the start of this chapter.
    const bool is_inside = by < 0 && now >= 0 && step_ > chapters_[now].first;
    const int next = is_inside ? now : now + by;
    if (next < 0) first();
    else if (next < chapters_.size()) setStep(chapters_[next].first);
    return true;
}

void Player::setSteps(int steps) {
    stop();
    steps_ = std::max(0, steps);
    const QSignalBlocker quiet(slider_);
    slider_->setRange(lowest(), std::max(lowest(), steps_ - 1));
    slider_->setPageStep(std::max(1, steps_ / 20));
    step_ = std::clamp(step_, lowest(), std::max(lowest(), steps_ - 1));
    slider_->setValue(step_);
    showState();
}

void Player::setStep(int step) {
    step = std::clamp(step, lowest(), std::max(lowest(), steps_ - 1));
    const QSignalBlocker quiet(slider_);
    slider_->setValue(step);
    if (step == step_) return;
    step_ = step;
    showState();
    emit stepChanged(step);
}

void Player::togglePlay() {
    if (timer_->isActive()) return stop();
    if (steps_ == 0) return;
    if (step_ + 1 >= steps_) first(); // after the last step, restart from the first one
    timer_->start();
    showState();
}

void Player::stop() {
    const bool was_playing = isPlaying();
    timer_->stop();
    showState();
    if (was_playing) emit stopped();
}

void Player::showState() {
    label_->setText(steps_ == 0 ? tr("no steps")
                    : step_ < 0 ? tr("beginning")
                                : tr("step %1 of %2").arg(step_ + 1).arg(steps_));
    // Reserve room for the longest text, so that the slider does not move when the number of digits changes.
    label_->setMinimumWidth(
        std::max(label_->fontMetrics().horizontalAdvance(tr("step %1 of %2").arg(steps_).arg(steps_)),
                 opening_ ? label_->fontMetrics().horizontalAdvance(tr("beginning")) : 0));
    {
        const QSignalBlocker quiet(chapter_);
        chapter_->setCurrentIndex(std::max(0, chapterNow()));
    }
    first_->setEnabled(step_ > lowest());
    back_->setEnabled(step_ > lowest());
    forward_->setEnabled(step_ + 1 < steps_);
    last_->setEnabled(step_ + 1 < steps_);
    play_->setEnabled(steps_ > 1);
    worst_->setEnabled(steps_ > 0);
    slider_->setEnabled(steps_ > 1);
    const bool playing = timer_->isActive();
    play_->setIcon(theme().icon(playing ? QStringLiteral("pause") : QStringLiteral("play")));
    play_->setAccessibleName(playing ? tr("Pause") : tr("Play"));
}

} // namespace warploom::ui
