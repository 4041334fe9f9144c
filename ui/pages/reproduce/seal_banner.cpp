#include "ui/pages/reproduce/seal_banner.h"

#include "ui/look/theme.h"
#include "ui/look/words.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QTextDocument>
#include <QToolButton>
#include <QVBoxLayout>

namespace warploom::ui {
namespace {

constexpr std::size_t named_at_most = 12;

QString list_html(const QString& title, const std::vector<std::string>& lines) {
    if (lines.empty()) return {};
    QString html = QStringLiteral("<br><b>%1</b>").arg(title.toHtmlEscaped());
    for (std::size_t i = 0; i < lines.size() && i < named_at_most; ++i)
        html += QStringLiteral("<br>&nbsp;&nbsp;✘ %1").arg(QString::fromStdString(lines[i]).toHtmlEscaped());
    if (lines.size() > named_at_most)
        html += QStringLiteral("<br>&nbsp;&nbsp;") + words("and %1 more").arg(lines.size() - named_at_most);
    return html;
}

} // namespace

QString sealHtml(const experiment::SealReport& seal) {
    const bool good = seal.is_sealed && seal.is_intact && seal.contradictions.empty();
    QString html =
        QStringLiteral("<b>%1 %2</b>")
            .arg(good ? QStringLiteral("✔") : QStringLiteral("✘"), !seal.is_sealed  ? words("No seal.")
                                                                   : seal.is_intact ? words("The seal is intact.")
                                                                                    : words("The seal is broken."));
    if (!seal.sentence.empty()) html += QLatin1Char(' ') + QString::fromStdString(seal.sentence).toHtmlEscaped();
    html += list_html(words("Changed after the program wrote it:"), seal.edited);
    html += list_html(words("Figures that contradict each other:"), seal.contradictions);
    return html;
}

SealBanner::SealBanner(QWidget* parent) : QFrame(parent) {
    setObjectName(QStringLiteral("sealBanner"));
    setAutoFillBackground(true);
    icon_ = new QLabel;
    text_ = new QLabel;
    text_->setObjectName(QStringLiteral("sealText"));
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::RichText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    limits_ = new QLabel(
        words("It shows whether a figure, the settings, the machine or the inputs' hashes were changed after the "
              "program wrote "
              "the file, and names the cells. It does not show who ran the experiment, nor that a machine is the one "
              "that is named: whoever has this program's source can write a seal."));
    limits_->setObjectName(QStringLiteral("sealLimits"));
    limits_->setWordWrap(true);
    limits_->hide();
    more_ = new QToolButton;
    more_->setObjectName(QStringLiteral("sealMore"));
    more_->setText(tr("What does a seal show?"));
    more_->setAccessibleName(more_->text());
    more_->setCheckable(true);
    more_->setFocusPolicy(Qt::StrongFocus);
    connect(more_, &QToolButton::toggled, limits_, &QWidget::setVisible);
    auto* column = new QVBoxLayout;
    column->setSpacing(2);
    column->addWidget(text_);
    column->addWidget(more_, 0, Qt::AlignLeft);
    column->addWidget(limits_);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 6, 8, 6);
    row->addWidget(icon_, 0, Qt::AlignTop);
    row->addLayout(column, 1);
    connect(&theme(), &Theme::changed, this, &SealBanner::dress);
    dress();
    hide();
}

void SealBanner::showSeal(const experiment::Result& result, const experiment::SealReport& seal, const QString& file) {
    state_ = !seal.is_sealed                                 ? State::unsealed
             : seal.is_intact && seal.contradictions.empty() ? State::intact
                                                             : State::broken;
    QString html;
    if (!result.author.empty())
        html = tr("<b>Handed in by %1.</b> ").arg(QString::fromStdString(result.author).toHtmlEscaped());
    if (!result.words.empty())
        html += QStringLiteral("<i>%1</i>")
                    .arg(QString::fromStdString(result.words)
                             .toHtmlEscaped()
                             .replace(QLatin1Char('\n'), QStringLiteral("<br>")));
    if (!html.isEmpty()) html += QStringLiteral("<br>");
    html += sealHtml(seal);
    html +=
        QStringLiteral("<br>") +
        tr("From %1%2.")
            .arg(file.toHtmlEscaped(),
                 result.date.empty() ? QString()
                                     : tr(", run %1 (UTC)").arg(QString::fromStdString(result.date).toHtmlEscaped()));
    text_->setText(html);
    setAccessibleName(text());
    dress();
    QFrame::show();
}

QString SealBanner::text() const {
    QTextDocument document;
    document.setHtml(text_->text());
    return document.toPlainText();
}

void SealBanner::dress() {
    const Colours& colours = theme().colours();
    QColor ground = colours.problem;
    if (state_ == State::intact) {
        // A very light green over the surface: the text keeps its contrast.
        const QColor ink = colours.strokeColour(2);
        const double share = 0.16;
        ground = QColor::fromRgbF(static_cast<float>(ink.redF() * share + colours.surface.redF() * (1 - share)),
                                  static_cast<float>(ink.greenF() * share + colours.surface.greenF() * (1 - share)),
                                  static_cast<float>(ink.blueF() * share + colours.surface.blueF() * (1 - share)));
    }
    QPalette palette = this->palette();
    palette.setColor(QPalette::Window, ground);
    palette.setColor(QPalette::WindowText, colours.text);
    setPalette(palette);
    icon_->setVisible(state_ != State::intact);
    icon_->setPixmap(theme().icon(QStringLiteral("warning")).pixmap(theme().px(20)));
}

} // namespace warploom::ui
