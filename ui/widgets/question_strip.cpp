#include "ui/widgets/question_strip.h"

#include "ui/look/theme.h"
#include "ui/widgets/page_parts.h"

#include <QIntValidator>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace warploom::ui {

QuestionStrip::QuestionStrip(QWidget* parent) : QWidget(parent) {
    question_ = sentenceLabel("predictQuestion", tr("Question"));
    verdict_ = sentenceLabel("predictVerdict", tr("Answer"));
    field_ = named(new QLineEdit, "predictField", tr("What do you predict?"),
                   tr("A whole number; Enter shows the answer. Empty: show it without a guess"));
    field_->setValidator(new QIntValidator(0, 1'000'000, field_));
    field_->setAlignment(Qt::AlignRight);
    button_ = named(new QPushButton(tr("&See")), "predictSee", tr("See"), tr("Show this step and the answer"));
    inRow(this, {{question_, 1}, field_, button_, {verdict_, 1}}, theme().px(8));
    connect(field_, &QLineEdit::returnPressed, this, &QuestionStrip::answer);
    connect(button_, &QPushButton::clicked, this, &QuestionStrip::answer);
    connect(&theme(), &Theme::changed, this, &QuestionStrip::dress);
    dress();
    close();
}

void QuestionStrip::dress() {
    const double large = theme().scale() < 1.5 ? 1.1 : 0.9;
    for (QLabel* label : {question_, verdict_}) label->setFont(theme().font(large));
    field_->setFont(theme().font(large));
    field_->setFixedWidth(QFontMetrics(field_->font()).horizontalAdvance(QStringLiteral("0000000")) + theme().px(12));
    QPalette palette = verdict_->palette();
    palette.setColor(QPalette::WindowText, right_ ? theme().colours().used : theme().colours().wasted);
    verdict_->setPalette(palette);
}

void QuestionStrip::ask(const QString& question) {
    open_ = true;
    question_->setText(question);
    field_->clear();
    for (QWidget* part : std::initializer_list<QWidget*>{question_, field_, button_}) part->show();
    verdict_->hide();
    show();
    field_->setFocus();
}

void QuestionStrip::answer() {
    if (open_) emit said(field_->text());
}

void QuestionStrip::showVerdict(bool is_right, const QString& answer) {
    open_ = false;
    right_ = is_right;
    const QString guess = field_->text();
    verdict_->setText(is_right          ? tr("✓ Right: %1.").arg(answer)
                      : guess.isEmpty() ? tr("It is %1.").arg(answer)
                                        : tr("✕ You said %1; it is %2.").arg(guess, answer));
    dress();
    for (QWidget* part : {static_cast<QWidget*>(field_), static_cast<QWidget*>(button_)}) part->hide();
    verdict_->show();
    show();
}

void QuestionStrip::close() {
    open_ = false;
    hide();
}

} // namespace warploom::ui
