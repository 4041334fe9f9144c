#include "ui/widgets/question_strip.h"

#include "ui/style/theme.h"
#include "ui/widgets/page_parts.h"

#include <QIntValidator>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QRegularExpressionValidator>

namespace warploom::ui {

QuestionStrip::QuestionStrip(QWidget* parent) : QWidget(parent) {
    question_ = sentenceLabel("predictQuestion", tr("Question"));
    verdict_ = sentenceLabel("predictVerdict", tr("Answer"));
    field_ = named(new QLineEdit, "predictField", tr("Your prediction"));
    whole_ = new QIntValidator(0, 1'000'000, this);
    factor_ = new QRegularExpressionValidator(QRegularExpression(QStringLiteral("\\d{1,6}([.,]\\d{0,2})?")), this);
    field_->setAlignment(Qt::AlignRight);
    button_ = pushButton("predictSee", tr("&See"), tr("Show the step and the answer"), this, &QuestionStrip::answer);
    choices_ = new QWidget;
    inRow(choices_, {}, theme().px(6));
    inRow(this, {{question_, 1}, field_, choices_, button_, {verdict_, 1}}, theme().px(8));
    connect(field_, &QLineEdit::returnPressed, this, &QuestionStrip::answer);
    onTheme(this, [this] { dress(); });
    close();
}

void QuestionStrip::dress() {
    const double large = theme().scale() < 1.5 ? 1.1 : 0.9;
    for (QLabel* label : {question_, verdict_}) label->setFont(theme().font(large));
    field_->setFont(theme().font(large));
    field_->setFixedWidth(QFontMetrics(field_->font()).horizontalAdvance(QStringLiteral("0000000")) + theme().px(12));
    setInk(verdict_, right_ ? theme().colours().used : theme().colours().wasted);
}

void QuestionStrip::ask(const QString& question) {
    field_->setValidator(whole_);
    open(question, tr("Enter an integer. To see the answer without guessing, leave the field empty."));
}

void QuestionStrip::askFactor(const QString& question) {
    field_->setValidator(factor_);
    open(question, tr("Enter a number such as 3 or 1.5. To see the answer without guessing, leave the field empty."));
}

void QuestionStrip::open(const QString& question, const QString& tip) {
    open_ = true;
    question_->setText(question);
    field_->clear();
    field_->setToolTip(tip);
    field_->setAccessibleDescription(tip);
    for (QWidget* part : std::initializer_list<QWidget*>{question_, field_, button_}) part->show();
    for (QWidget* part : std::initializer_list<QWidget*>{verdict_, choices_}) part->hide();
    show();
    field_->setFocus();
}

void QuestionStrip::ask(const QString& question, const QStringList& choices) {
    ask(question);
    field_->hide();
    qDeleteAll(choice_buttons_);
    choice_buttons_.clear();
    for (const QString& choice : choices) {
        auto* const made = named(new QPushButton(QString(choice).replace(QLatin1Char('&'), QLatin1String("&&"))),
                                 "predictChoice", choice, tr("Submit this answer and see the result"));
        choices_->layout()->addWidget(made);
        choice_buttons_.append(made);
        connect(made, &QPushButton::clicked, this, [this, choice] {
            guess_ = choice;
            if (open_) emit said(choice);
        });
    }
    choices_->show();
    if (!choice_buttons_.isEmpty()) choice_buttons_.first()->setFocus();
}

void QuestionStrip::answer() {
    guess_ = field_->text();
    if (open_) emit said(guess_);
}

void QuestionStrip::showVerdict(bool is_right, const QString& answer, const QString& because) {
    const QString known = because.isEmpty() ? answer : tr("%1 (%2)").arg(answer, because);
    showSentence(is_right, is_right           ? tr("✓ Correct: %1.").arg(known)
                           : guess_.isEmpty() ? tr("The answer is %1.").arg(known)
                                              : tr("✕ You answered %1; the answer is %2.").arg(guess_, known));
}

void QuestionStrip::showSentence(bool is_right, const QString& sentence) {
    open_ = false;
    right_ = is_right;
    verdict_->setText(sentence);
    dress();
    for (QWidget* part : std::initializer_list<QWidget*>{field_, button_, choices_}) part->hide();
    verdict_->show();
    show();
}

void QuestionStrip::close() {
    open_ = false;
    hide();
}

} // namespace warploom::ui
