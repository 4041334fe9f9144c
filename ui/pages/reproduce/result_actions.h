#pragma once

#include "ui/pages/reproduce/experiment_store.h"

class QAction;
class QToolButton;
class QWidget;

namespace warploom::ui {

class ResultLibrary;

/// The buttons below the list of the Reproduce page, which open, save, compare and submit results.
class ResultActions : public QObject {
    Q_OBJECT
public:
    /// `page` is the parent of the file dialogs.
    ResultActions(Session& session, ResultLibrary& files, QWidget* page);

    QWidget* strip() const { return strip_; }
    /// Sets the result that the buttons save, compare and submit; null disables them.
    void setResult(const ResultHandle& result);

signals:
    void openRequested(const QString& file);
    void experimentRequested(const QString& file);
    void compareRequested(const QString& file);
    void dataFolderChanged();

private:
    QToolButton* tool(const char* object, const QString& words, const QString& tip, void (ResultActions::*pressed)());
    void askToOpen();
    void askToOpenExperiment();
    void askToCompare();
    void askToSave();
    void askForReport();
    void askForHandIn();
    void askForDataFolder();

    Session& session_;
    ResultLibrary& files_;
    QWidget *page_ = nullptr, *strip_ = nullptr;
    ResultHandle result_;
    QAction *report_ = nullptr, *save_ = nullptr, *compare_ = nullptr;
    QToolButton* hand_in_ = nullptr;
};

} // namespace warploom::ui
