#include "ui/pages/reproduce/result_texts.h"

#include "ui/widgets/page_parts.h"

#include <QLabel>

#include <algorithm>

namespace warploom::ui {

ResultTexts::ResultTexts(QObject* parent)
    : QObject(parent), title_(sentenceLabel("reproduceTitle", {}, Qt::TextSelectableByMouse)),
      conclusion_(richLabel("reproduceConclusion", {}, Qt::TextSelectableByMouse)),
      remarks_(richLabel("reproduceRemarks", {}, Qt::TextBrowserInteraction)) {
    connect(remarks_, &QLabel::linkActivated, this, [this] {
        is_whole_ = !is_whole_;
        emit lengthChanged();
    });
    onTheme(this, [this] { setMuted(remarks_); });
}

void ResultTexts::setTexts(const QString& title, const QString& conclusion_html, const QString& remarks) {
    title_->setText(title);
    conclusion_html_ = conclusion_html;
    remarks_text_ = remarks;
}

void ResultTexts::fit(bool is_roomy) {
    conclusion_->setText(conclusion_html_);
    conclusion_->setVisible(is_roomy && !conclusion_html_.isEmpty());
    remarks_->setText(remarksHtml());
    remarks_->setAccessibleName(remarks_text_);
    remarks_->setVisible(is_roomy && !remarks_text_.isEmpty());
}

QString ResultTexts::preface() const {
    return remarks_text_.isEmpty() ? conclusion_html_
                                   : conclusion_html_ + QStringLiteral(" <i>%1</i>").arg(remarks_text_.toHtmlEscaped());
}

/// Returns the first line of the remarks as HTML, with a link to the rest. Long remarks would leave too little space
/// for the table.
QString ResultTexts::remarksHtml() const {
    const QFontMetrics metrics(remarks_->font());
    const QString more = tr("more"), less = tr("less");
    const auto link = [](const QString& word) { return QStringLiteral(" <a href='#more'>%1</a>").arg(word); };
    const int line = std::max(100, title_->width() - metrics.averageCharWidth());
    if (metrics.horizontalAdvance(remarks_text_) <= line) return remarks_text_.toHtmlEscaped();
    if (is_whole_) return remarks_text_.toHtmlEscaped() + link(less);
    const int room = line - metrics.horizontalAdvance(more + QLatin1Char(' '));
    return metrics.elidedText(remarks_text_, Qt::ElideRight, room).toHtmlEscaped() + link(more);
}

} // namespace warploom::ui
