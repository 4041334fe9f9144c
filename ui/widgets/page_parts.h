#pragma once

#include <QString>
#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace warploom::ui {

// What the pages are put together from.

/// Gives a widget the name that it is found by, the one that a screen reader says, and a tip. Returns the widget.
template <class W> W* named(W* widget, const char* object, const QString& accessible, const QString& tip) {
    widget->setObjectName(QLatin1String(object));
    widget->setAccessibleName(accessible);
    widget->setToolTip(tip);
    widget->setStatusTip(tip);
    return widget;
}

/// The same; the tip also answers Shift+F1.
template <class W> W* explained(W* widget, const char* object, const QString& accessible, const QString& tip) {
    widget->setWhatsThis(tip);
    return named(widget, object, accessible, tip);
}

/// A field with its label, as one thing that wraps in a strip. A negative spacing is the style's own.
QWidget* labelled(const QString& words, QWidget* field, int spacing = -1);

/// A button beside a picture; the keyboard stays with the picture when it is clicked.
QToolButton* toolButton(const QString& text, const QString& tip);

/// A page that says in words why there is nothing to see, over a button that changes it; both are made here, empty.
QWidget* sentencePage(QLabel*& words, QPushButton*& button);

} // namespace warploom::ui
