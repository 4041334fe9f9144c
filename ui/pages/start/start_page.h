#pragma once

#include "ui/pages/page.h"
#include "ui/session/background.h"

#include <QList>

class QAction;
class QLabel;
class QVBoxLayout;

namespace warploom::ui {

class SampleCard;

/// The first page that a new user sees, with buttons for getting started, sample matrices with spy plots, and recent
/// files. A single click opens an item. The page does not appear in the list of pages. It is opened with the home
/// button or *Help > Start page*.
class StartPage : public Page {
    Q_OBJECT
public:
    explicit StartPage(Session& session, QWidget* parent = nullptr);
    ~StartPage() override;

    /// Sets the actions of the buttons for getting started. The first button is the primary button.
    void setCommands(const QList<QAction*>& commands);

    /// Returns the primary button, which starts the tour. F5 also clicks it.
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
    QList<QAbstractButton*> buttons_; ///< buttons for getting started
    int drawn_ = 0;                   ///< number of sample matrices whose spy plot has been drawn or is being drawn
    BackgroundPool thumbnails_{"thumbnails", 1};
};

} // namespace warploom::ui
