#pragma once

#include "engine/simulated/card.h"
#include "ui/components/warp/warp_analysis.h"
#include "ui/session/background.h"

#include <QObject>

#include <optional>
#include <string>

class QWidget;

namespace warploom::ui {

class Session;

/// A saved warp trace, together with the card that was selected when it was saved.
struct SavedWarp {
    WarpTraceHandle trace;
    std::optional<simulated::Card> card;
};

/// Reads the trace of a warp from a file. Throws the same errors as protocol::read_trace_file, and "trace.format" if
/// the file contains no warp trace.
SavedWarp readSavedWarp(const std::string& file);

/// Saves and opens the trace files of the Warp page. Reports errors to the session.
class TraceFiles : public QObject {
    Q_OBJECT
public:
    /// `page` is the parent of the file dialogs.
    TraceFiles(Session& session, QWidget* page);

    /// Reads a trace file in the background, and then emits opened().
    void open(const QString& file);
    bool isOpening() const { return opening_ > 0; }
    /// Saves a trace with its card, including the user's edits of the card.
    void save(const QString& file, const WarpAnalysis& analysis);
    void askToOpen();
    void askToSave(const WarpAnalysis& analysis);

signals:
    void opened(const QString& file, const warploom::ui::SavedWarp& saved);

private:
    Session& session_;
    QWidget* page_ = nullptr;
    int opening_ = 0; ///< number of files being read
    /// A pool with a single thread, so that the file that was opened last is the one that is shown. The destructor
    /// waits for the thread.
    BackgroundPool pool_{"warp files", 1};
};

} // namespace warploom::ui
