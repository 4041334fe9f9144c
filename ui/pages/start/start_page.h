#pragma once

#include "ui/pages/page.h"
#include "ui/session/background.h"

#include <QList>

class QAction;
class QLabel;
class QVBoxLayout;

namespace warploom::ui {

class SampleCard;

/// The page that a newcomer sees: what to do first, sample matrices as pictures, and recent files. Each item opens
/// something with one click. It is not in the list of pages; *Help > Start page* and the home button show it.
class StartPage : public Page {
    Q_OBJECT
public:
    explicit StartPage(Session& session, QWidget* parent = nullptr);
    ~StartPage() override;

    /// Sets the commands for the first steps. The first one is the primary button.
    void setCommands(const QList<QAction*>& commands);

    /// F5 takes the primary command, the tour.
    QAbstractButton* mainButton() const override;

signals:
    /// The user has selected a matrix, which is being opened.
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
    QList<QAbstractButton*> buttons_; ///< of the commands
    int drawn_ = 0;                   ///< samples that have a picture or are being drawn
    BackgroundPool thumbnails_{"thumbnails", 1};
};

} // namespace warploom::ui
