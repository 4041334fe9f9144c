#pragma once

#include "ui/session/session.h"
#include "ui/style/theme.h"

#include <QComboBox>
#include <QMargins>
#include <QObject>
#include <QPushButton>
#include <QString>
#include <QTimer>
#include <QVariant>
#include <QWidget>

#include <initializer_list>
#include <utility>

class QAction;
class QActionGroup;
class QBoxLayout;
class QFormLayout;
class QLabel;
class QLayout;
class QMenu;
class QProgressBar;
class QScrollArea;
class QSplitter;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace warploom::ui {

// Building blocks of the pages.

/// Gives a widget the name that it is found by, the one that a screen reader says, and a tip. Returns the widget.
template <class W> W* named(W* widget, const char* object, const QString& accessible, const QString& tip = {}) {
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

/// A widget or a layout in a column or row, how much of the free room it takes, and where it stands in its own.
struct BoxPart {
    BoxPart(QWidget* its_widget, int its_stretch = 0, Qt::Alignment its_place = {})
        : widget(its_widget), stretch(its_stretch), place(its_place) {}
    BoxPart(QLayout* its_layout, int its_stretch = 0) : layout(its_layout), stretch(its_stretch) {}
    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int stretch;
    Qt::Alignment place;
};

/// Lays parts out in `holder`, or in a layout of their own where it is null. A negative gap is the style's own.
QBoxLayout* inColumn(QWidget* holder, std::initializer_list<BoxPart> parts, int gap = -1, const QMargins& margins = {});
QBoxLayout* inRow(QWidget* holder, std::initializer_list<BoxPart> parts, int gap = -1, const QMargins& margins = {});
/// A column in the middle of its page.
void inMiddle(QWidget* page, std::initializer_list<BoxPart> parts);
/// A strip that wraps where it has no room.
QWidget* inStrip(std::initializer_list<QWidget*> widgets);
/// Layouts and size hints in all of it are asked anew, also where it is hidden: a page behind a tab keeps the least
/// size that it had with larger letters, and everything around it as wide.
void forgetSizes(QWidget* whole);
/// Large letters push the parts of a splitter about. With the letters of before its parts are as large as they were
/// with them.
void keepShares(QSplitter* splitter);
/// The parts share the room by their stretches; none can be pushed away whole.
QSplitter* inSplitter(Qt::Orientation orientation, std::initializer_list<BoxPart> parts);
QStackedWidget* inStack(std::initializer_list<QWidget*> pages);
QTabWidget* inTabs(std::initializer_list<std::pair<QWidget*, QString>> pages);
/// The window is so low that a picture has it for itself: a small laptop, or a projector with large letters.
bool isLow(const QWidget* in_it);
/// A stack, or the one of tabs, needs as much room as the widget that is shown, not as the largest of all.
void sizeAsShown(QStackedWidget* stack);
/// At a large presenter scale a page may need more room than the window has: then it scrolls.
QScrollArea* scrolled(QWidget* page);

/// A label for sentences, which wraps.
QLabel* sentenceLabel(const char* object, const QString& accessible = {},
                      Qt::TextInteractionFlags use = Qt::LinksAccessibleByMouse);

/// One whose words are HTML.
QLabel* richLabel(const char* object, const QString& accessible = {},
                  Qt::TextInteractionFlags use = Qt::LinksAccessibleByMouse);

/// A form without margins whose fields take the width there is.
QFormLayout* narrowForm(QWidget* holder = nullptr);

/// A field with its label, as one thing that wraps in a strip. A negative spacing is the style's own.
QWidget* labelled(const QString& words, QWidget* field, int spacing = -1);

/// A box as wide as its longest entry.
QComboBox* comboBox(const char* object, const QString& accessible, const QString& tip,
                    std::initializer_list<std::pair<QString, QVariant>> entries = {});
/// The session's precision and its threads of a block: the box shows the choice and makes it.
QComboBox* precisionBox(Session& session, const char* object, const QString& tip);
QComboBox* blockBox(Session& session, const char* object, const QString& tip);
/// The box is as wide as so many letters, or so many large ones, however long its entries are.
void holdWidth(QComboBox* box, int letters, int large = 0);
/// An entry with a tip. The shorter one is called as it is kept.
void addEntry(QComboBox* box, const QString& title, const QVariant& value, const QString& tip);
inline void addEntry(QComboBox* box, const QString& id, const QString& tip) { addEntry(box, id, id, tip); }
/// Shows the entry that is kept as `value`; false, and no change, where there is none.
bool showEntry(QComboBox* box, const QVariant& value);
/// A choice in the box is one of the session; `words` is the step for undo, with %1 for the entry.
void choosesFor(Session& session, QComboBox* box, const QString& key, const QString& words);

/// A button that is called as its words say; pressed, it calls `slot`.
QPushButton* pushButton(const char* object, const QString& text, const QString& tip);
template <class Receiver, class Slot>
QPushButton* pushButton(const char* object, const QString& text, const QString& tip, Receiver* receiver, Slot slot) {
    QPushButton* const button = pushButton(object, text, tip);
    QObject::connect(button, &QPushButton::clicked, receiver, slot);
    return button;
}

/// A button beside a picture; the keyboard stays with the picture when it is clicked.
QToolButton* toolButton(const QString& text, const QString& tip);

/// An entry of a menu; the one of its group that is ticked is the choice.
QAction* addChoice(QMenu* menu, QActionGroup* group, const QString& name, const QString& text, bool is_ticked);

/// A page that says in words why there is nothing to see, over a button that changes it; both are made here.
QWidget* sentencePage(QLabel*& words, QPushButton*& button, const QString& text = {}, const QString& button_text = {});

/// The switch of "predict, then see": the choice `key` of the session, made here and followed.
QToolButton* predictButton(Session& session, const char* object, const QString& key, const QString& tip);

/// How far a matrix is read, with the stage in words. Without a total it only moves.
void showProgress(QProgressBar* bar, const QString& stage, qint64 done, qint64 total);

/// Started again and again, it calls `slot` once, so long after the last start.
template <class Receiver, class Slot> QTimer* pauseTimer(Receiver* receiver, int milliseconds, Slot slot) {
    auto* timer = new QTimer(receiver);
    timer->setSingleShot(true);
    timer->setInterval(milliseconds);
    QObject::connect(timer, &QTimer::timeout, receiver, slot);
    return timer;
}

/// The colour of words, and the one below them where it is not the window's.
void setInk(QWidget* widget, const QColor& ink, const QColor& ground = {});
/// The quiet colour of words that are not the first to be read.
inline void setMuted(QWidget* widget) { setInk(widget, theme().colours().muted); }

/// Does it now, and again whenever colours or scale change.
template <class F> void onTheme(QObject* of, F&& dress) {
    QObject::connect(&theme(), &Theme::changed, of, dress);
    dress();
}

} // namespace warploom::ui
