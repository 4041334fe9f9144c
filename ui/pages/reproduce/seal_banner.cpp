#include "ui/pages/reproduce/seal_banner.h"

#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"
#include "ui/widgets/page_parts.h"

#include <QLabel>
#include <QTextDocument>
#include <QToolButton>

#include <algorithm>

namespace warploom::ui {
namespace {

constexpr int named_at_most = 12;

QString list_html(const QString& title, const std::vector<std::string>& lines) {
    if (lines.empty()) return {};
    QString html = QStringLiteral("<br><b>%1</b>").arg(title.toHtmlEscaped());
    const int count = static_cast<int>(lines.size());
    for (int i = 0; i < std::min(count, named_at_most); ++i)
        html += QStringLiteral("<br>&nbsp;&nbsp;✘ %1").arg(toQString(lines[i]).toHtmlEscaped());
    if (count > named_at_most)
        html += QStringLiteral("<br>&nbsp;&nbsp;") + Text::tr("and %n more", nullptr, count - named_at_most);
    return html;
}

} // namespace

QString sealHtml(const experiment::SealReport& seal) {
    const bool good = seal.is_sealed && seal.is_intact && seal.contradictions.empty();
    QString html =
        QStringLiteral("<b>%1 %2</b>")
            .arg(good ? QStringLiteral("✔") : QStringLiteral("✘"),
                 !seal.is_sealed  ? Text::tr("No seal.")
                 : seal.is_intact ? Text::tr("The seal is intact.")
                                  : Text::tr("The seal does not match: the file was changed after it was sealed."));
    if (!seal.sentence.empty()) html += QLatin1Char(' ') + toQString(seal.sentence).toHtmlEscaped();
    html += list_html(Text::tr("Changed after the file was saved:"), seal.edited);
    html += list_html(Text::tr("Inconsistent values:"), seal.contradictions);
    return html;
}

SealBanner::SealBanner(QWidget* parent) : QFrame(parent) {
    setObjectName(QStringLiteral("sealBanner"));
    setAutoFillBackground(true);
    icon_ = new QLabel;
    text_ = richLabel("sealText", {}, Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* limits = sentenceLabel("sealLimits");
    limits->setText(
        Text::tr("The seal shows whether any values, settings, machine data or input hashes were changed after the "
                 "file was saved, and in which cells. It does not prove who ran the experiment or on which machine, "
                 "because anyone with the source code of this program can create a seal."));
    limits->hide();
    auto* more = new QToolButton;
    more->setObjectName(QStringLiteral("sealMore"));
    more->setText(tr("What does the seal show?"));
    more->setAccessibleName(more->text());
    more->setCheckable(true);
    more->setFocusPolicy(Qt::StrongFocus);
    connect(more, &QToolButton::toggled, limits, &QWidget::setVisible);
    QBoxLayout* column = inColumn(nullptr, {text_, {more, 0, Qt::AlignLeft}, limits}, 2);
    inRow(this, {{icon_, 0, Qt::AlignTop}, {column, 1}}, -1, {8, 6, 8, 6});
    onTheme(this, [this] { dress(); });
    hide();
}

void SealBanner::showSeal(const experiment::Result& result, const experiment::SealReport& seal, const QString& file) {
    state_ = !seal.is_sealed                                 ? State::unsealed
             : seal.is_intact && seal.contradictions.empty() ? State::intact
                                                             : State::broken;
    QString html;
    if (!result.author.empty()) html = tr("<b>Submitted by %1.</b>").arg(toQString(result.author).toHtmlEscaped());
    if (!html.isEmpty() && !result.words.empty()) html += QLatin1Char(' ');
    if (!result.words.empty())
        html += QStringLiteral("<i>%1</i>")
                    .arg(toQString(result.words).toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")));
    if (!html.isEmpty()) html += QStringLiteral("<br>");
    html += sealHtml(seal);
    html += QStringLiteral("<br>");
    html += result.date.empty() ? tr("Loaded from %1.").arg(file.toHtmlEscaped())
                                : tr("Loaded from %1. The experiment was run on %2 (UTC).")
                                      .arg(file.toHtmlEscaped(), toQString(result.date).toHtmlEscaped());
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
        // Use a very light green background, so that the text remains readable.
        ground = mixed(colours.strokeColour(2), colours.surface, 0.16);
    }
    setInk(this, colours.text, ground);
    icon_->setVisible(state_ != State::intact);
    icon_->setPixmap(theme().icon(QStringLiteral("warning")).pixmap(theme().px(20)));
}

} // namespace warploom::ui
