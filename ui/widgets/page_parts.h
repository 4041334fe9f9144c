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

// Helper functions for building the pages of the main window.

/// Sets the object name, accessible name and tooltip of a widget. Returns the widget.
template <class W> W* named(W* widget, const char* object, const QString& accessible, const QString& tip = {}) {
    widget->setObjectName(QLatin1String(object));
    widget->setAccessibleName(accessible);
    widget->setToolTip(tip);
    widget->setStatusTip(tip);
    return widget;
}

/// Sets the object name, accessible name and tooltip of a widget. Also uses the tooltip as the "What's This?" text
/// (Shift+F1).
template <class W> W* explained(W* widget, const char* object, const QString& accessible, const QString& tip) {
    widget->setWhatsThis(tip);
    return named(widget, object, accessible, tip);
}

/// A widget or layout that is placed in a row or column, with its stretch factor and alignment.
struct BoxPart {
    BoxPart(QWidget* its_widget, int its_stretch = 0, Qt::Alignment its_place = {})
        : widget(its_widget), stretch(its_stretch), place(its_place) {}
    BoxPart(QLayout* its_layout, int its_stretch = 0) : layout(its_layout), stretch(its_stretch) {}
    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int stretch;
    Qt::Alignment place;
};

/// These functions arrange parts in a column or a row of `holder`, or of a new layout if `holder` is null, and return
/// the layout. If `gap` is negative, the default spacing of the style is used.
QBoxLayout* inColumn(QWidget* holder, std::initializer_list<BoxPart> parts, int gap = -1, const QMargins& margins = {});
QBoxLayout* inRow(QWidget* holder, std::initializer_list<BoxPart> parts, int gap = -1, const QMargins& margins = {});
void inMiddle(QWidget* page, std::initializer_list<BoxPart> parts);
/// Arranges widgets in a row that wraps to several lines, and returns the row.
QWidget* inStrip(std::initializer_list<QWidget*> widgets);
/// Invalidates all layouts and size hints in a widget, including hidden child widgets. Otherwise, after the font size
/// has been reduced, a page in a hidden tab would keep its previous minimum size.
void forgetSizes(QWidget* whole);
/// Makes a splitter restore its sizes when the font scale returns to a previous value, because larger fonts move the
/// splitter handles.
void keepShares(QSplitter* splitter);
/// Creates a splitter. Stretch factors determine the sizes of its parts, which cannot be collapsed.
QSplitter* inSplitter(Qt::Orientation orientation, std::initializer_list<BoxPart> parts);
QStackedWidget* inStack(std::initializer_list<QWidget*> pages);
QTabWidget* inTabs(std::initializer_list<std::pair<QWidget*, QString>> pages);
/// Returns whether the window of a widget is so short that a single view should fill it, as on a small laptop or at a
/// large font scale.
bool isLow(const QWidget* in_it);
/// Makes a stacked widget, or the stack of a tab widget, request the size of the current page instead of that of the
/// largest page.
void sizeAsShown(QStackedWidget* stack);
/// Puts a page in a scroll area, because it may not fit at a large font scale. Returns the scroll area.
QScrollArea* scrolled(QWidget* page);

QLabel* sentenceLabel(const char* object, const QString& accessible = {},
                      Qt::TextInteractionFlags use = Qt::LinksAccessibleByMouse);

QLabel* richLabel(const char* object, const QString& accessible = {},
                  Qt::TextInteractionFlags use = Qt::LinksAccessibleByMouse);

/// Creates a form layout without margins, whose fields use the available width.
QFormLayout* narrowForm(QWidget* holder = nullptr);

/// Combines a field with its label, so that they wrap together. If `spacing` is negative, uses the default spacing of
/// the style.
QWidget* labelled(const QString& words, QWidget* field, int spacing = -1);

/// Creates a combo box that is as wide as its longest entry.
QComboBox* comboBox(const char* object, const QString& accessible, const QString& tip,
                    std::initializer_list<std::pair<QString, QVariant>> entries = {});
/// These functions create the combo boxes for the session's precision and block size.
QComboBox* precisionBox(Session& session, const char* object, const QString& tip);
QComboBox* blockBox(Session& session, const char* object, const QString& tip);
/// Sets the width of a combo box to a number of characters, regardless of its entries. `large` is the number at a large
/// font scale.
void holdWidth(QComboBox* box, int letters, int large = 0);
/// Adds an entry with a tooltip to a combo box. The second overload uses the ID as the title.
void addEntry(QComboBox* box, const QString& title, const QVariant& value, const QString& tip);
inline void addEntry(QComboBox* box, const QString& id, const QString& tip) { addEntry(box, id, id, tip); }
/// Selects the combo box entry with the given value. If there is no such entry, changes nothing and returns false.
bool showEntry(QComboBox* box, const QVariant& value);
/// Stores the selected entry of a combo box in a session setting. `words` is the text of the undo step, in which %1 is
/// replaced by the entry.
void choosesFor(Session& session, QComboBox* box, const QString& key, const QString& words);

/// Creates a push button whose accessible name is its text. In the second overload, a click calls `slot`.
QPushButton* pushButton(const char* object, const QString& text, const QString& tip);
template <class Receiver, class Slot>
QPushButton* pushButton(const char* object, const QString& text, const QString& tip, Receiver* receiver, Slot slot) {
    QPushButton* const button = pushButton(object, text, tip);
    QObject::connect(button, &QPushButton::clicked, receiver, slot);
    return button;
}

/// Creates a tool button for use next to a view. Clicking it does not move keyboard focus away from the view.
QToolButton* toolButton(const QString& text, const QString& tip);

/// Adds a checkable action to a menu. Actions in the same group are mutually exclusive.
QAction* addChoice(QMenu* menu, QActionGroup* group, const QString& name, const QString& text, bool is_ticked);

/// Creates a page that explains why there is nothing to show, with a button that solves the problem.
QWidget* sentencePage(QLabel*& words, QPushButton*& button, const QString& text = {}, const QString& button_text = {});

/// Creates the toggle button for prediction mode, connected to the setting with the given key.
QToolButton* predictButton(Session& session, const char* object, const QString& key, const QString& tip);

/// Shows the stage and the progress of loading a matrix in a progress bar. If the total is unknown, shows a busy
/// indicator.
void showProgress(QProgressBar* bar, const QString& stage, qint64 done, qint64 total);

/// Creates a single-shot timer, which calls `slot` when the given time has passed since the last call to start().
template <class Receiver, class Slot> QTimer* pauseTimer(Receiver* receiver, int milliseconds, Slot slot) {
    auto* timer = new QTimer(receiver);
    timer->setSingleShot(true);
    timer->setInterval(milliseconds);
    QObject::connect(timer, &QTimer::timeout, receiver, slot);
    return timer;
}

/// Sets the text color and, optionally, the background color of a widget.
void setInk(QWidget* widget, const QColor& ink, const QColor& ground = {});
inline void setMuted(QWidget* widget) { setInk(widget, theme().colours().muted); }

/// Calls a function immediately and whenever the colors or the scale of the theme change.
template <class F> void onTheme(QObject* of, F&& dress) {
    QObject::connect(&theme(), &Theme::changed, of, dress);
    dress();
}

} // namespace warploom::ui
