#include "ui/pages/start/start_page.h"

#include "ui/pages/start/sample_card.h"
#include "ui/session/matrix_names.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/page_parts.h"

#include <QAction>
#include <QHash>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace warploom::ui {

namespace {

constexpr int thumbnail_side = 52, most_recent = 6;

/// Returns the cache of spy plots by matrix name. All windows of the process share it, because they show the same
/// sample matrices.
QHash<QString, QImage>& pictures() {
    static QHash<QString, QImage> drawn;
    return drawn;
}

/// Makes a command button large. Fills the button with the accent color if it is the primary button.
void dressCommand(QPushButton* button) {
    button->setMinimumHeight(theme().px(36));
    button->setMinimumWidth(button->sizeHint().width() + theme().px(16));
    const Colours& colours = theme().colours();
    if (!button->isDefault()) return;
    QPalette palette = button->palette();
    palette.setColor(QPalette::Button, colours.accent);
    palette.setColor(QPalette::ButtonText, inkOn(colours.accent));
    button->setPalette(palette);
}

} // namespace

StartPage::StartPage(Session& session, QWidget* parent) : Page(session, tr("Start"), QStringLiteral("home"), parent) {
    title_ = sentenceLabel("startTitle");
    title_->setText(tr("Warploom"));
    summary_ = sentenceLabel("startSummary");
    summary_->setText(tr("See how the warps of a GPU process a sparse matrix. Open a matrix, run kernels on it, and "
                         "write your own kernels. No GPU is needed."));
    commands_ = new QWidget;
    new FlowLayout(commands_);
    const auto heading = [this](const QString& text) {
        auto* label = new QLabel(text);
        headings_.append(label);
        return label;
    };

    auto* gallery = new QWidget;
    auto* flow = new FlowLayout(gallery);
    for (const ExampleMatrix& sample : sampleMatrices()) {
        auto* card = new SampleCard(sample);
        connect(card, &QAbstractButton::clicked, this, [this, name = sample.name] { open(name); });
        flow->addWidget(card);
        samples_.append(card);
    }
    auto* of_samples = new QWidget;
    inColumn(of_samples, {heading(tr("Sample matrices")), gallery}, 8)->addStretch(1);
    recent_panel_ = new QWidget;
    auto* list = new QWidget;
    recent_ = new QVBoxLayout(list);
    recent_->setContentsMargins({});
    inColumn(recent_panel_, {heading(tr("Recent")), list}, 8)->addStretch(1);

    auto* below = new QWidget;
    inRow(below, {{of_samples, 1}, recent_panel_}, 24);
    inColumn(this, {title_, summary_, commands_, {below, 1}}, 12, {24, 16, 24, 16});
    onTheme(this, [this] { dress(); });
}

StartPage::~StartPage() { thumbnails_.waitForDone(); }

void StartPage::setCommands(const QList<QAction*>& commands) {
    for (QAction* const action : commands) {
        QString text = action->text();
        text.remove(QLatin1String("..."));
        text.remove(QLatin1Char('&')); // do not use Alt shortcuts here, because they are reserved for the menus
        auto* button = pushButton("", text, action->statusTip());
        button->setObjectName(QStringLiteral("start:") + action->objectName());
        button->setDefault(action == commands.front());
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        commands_->layout()->addWidget(button);
        dressCommand(button);
        if (!buttons_.isEmpty()) setTabOrder(buttons_.last(), button);
        buttons_.append(button);
    }
    QWidget* before = buttons_.last();
    for (SampleCard* const card : qAsConst(samples_)) {
        setTabOrder(before, card);
        before = card;
    }
}

QAbstractButton* StartPage::mainButton() const { return buttons_.value(0); }

void StartPage::open(const QString& name) {
    session().openMatrix(name);
    emit matrixChosen();
}

void StartPage::fillRecent() {
    qDeleteAll(recent_panel_->findChildren<QToolButton*>());
    QStringList names;
    for (const QString& name : session().recent())
        if (canBeOpened(name) && names.size() < most_recent) names.append(name);
    for (const QString& name : names) {
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("recent:") + name);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setToolTip(name);
        button->setAccessibleName(matrixTitle(name));
        button->setText(
            menuName(QFontMetrics(theme().font()).elidedText(matrixTitle(name), Qt::ElideRight, theme().px(210))));
        connect(button, &QAbstractButton::clicked, this, [this, name] { open(name); });
        recent_->addWidget(button);
    }
    recent_panel_->setVisible(!names.isEmpty());
}

void StartPage::dress() {
    title_->setFont(theme().font(1.6, true));
    for (QLabel* const label : headings_) label->setFont(theme().font(1.25, true));
    setMuted(summary_);
    for (QAbstractButton* const button : qAsConst(buttons_)) dressCommand(static_cast<QPushButton*>(button));
    for (SampleCard* const card : samples_) card->updateGeometry();
    if (isVisible()) fillRecent();
}

void StartPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    fillRecent();
    if (drawn_ == 0) drawNext();
}

/// Draws the spy plots of the sample matrices one by one in the background.
void StartPage::drawNext() {
    if (drawn_ >= samples_.size()) return;
    SampleCard* const card = samples_[drawn_++];
    const QString name = card->sample().name;
    const auto show = [this, card](const QImage& picture) {
        card->setPicture(picture);
        pictures().insert(card->sample().name, picture);
        drawNext();
    };
    if (const auto known = pictures().constFind(name); known != pictures().constEnd()) return show(QImage(*known));
    computeInBackground(
        thumbnails_, this, [name] { return thumbnailOf(name, thumbnail_side); }, show);
}

} // namespace warploom::ui
