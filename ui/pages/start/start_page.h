#pragma once

#include "ui/pages/page.h"
#include "ui/session/background.h"

#include <QList>

class QAction;
class QLabel;
class QVBoxLayout;

namespace warploom::ui {

class SampleCard;

/// The first page that a new user sees, with initial actions, sample matrices with spy plots, and recent files. A
/// single click opens an item. This page does not appear in the list of pages; the home button and *Help > Start page*
/// open it.
class StartPage : public Page {
    Q_OBJECT
public:
    explicit StartPage(Session& session, QWidget* parent = nullptr);
    ~StartPage() override;

    /// Sets the buttons for getting started. The first button is the primary button.
    void setCommands(const QList<QAction*>& commands);

    /// F5 triggers the primary command, which starts the tour.
    QAbstractButton* mainButton() const override;

signals:
    /// Emitted when the user has selected a matrix, which is now being opened.
    void matrixChosen();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void open(const QString& name);
    void fillRecent();
    void dress();
    void drawNext();

    QLabel* title_ = nullptr;
    QLabel* summary_ = nullptr;
    QList<QLabel*> headings_;
    QWidget* commands_ = nullptr;
    QWidget* recent_panel_ = nullptr;
    QVBoxLayout* recent_ = nullptr;
    QList<SampleCard*> samples_;
    QList<QAbstractButton*> buttons_; ///< buttons for the commands
    int drawn_ = 0;                   ///< number of samples whose spy plot is drawn or being drawn
    BackgroundPool thumbnails_{"thumbnails", 1};
};

} // namespace warploom::ui
