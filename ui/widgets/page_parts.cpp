#include "ui/widgets/page_parts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace warploom::ui {

QWidget* labelled(const QString& words, QWidget* field, int spacing) {
    auto* both = new QWidget;
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(spacing);
    auto* label = new QLabel(words);
    label->setBuddy(field);
    row->addWidget(label);
    row->addWidget(field);
    return both;
}

QToolButton* toolButton(const QString& text, const QString& tip) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QWidget* sentencePage(QLabel*& words, QPushButton*& button) {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->addStretch();
    words = new QLabel;
    words->setAlignment(Qt::AlignCenter);
    words->setWordWrap(true);
    column->addWidget(words);
    button = new QPushButton;
    column->addWidget(button, 0, Qt::AlignCenter);
    column->addStretch();
    return page;
}

} // namespace warploom::ui
