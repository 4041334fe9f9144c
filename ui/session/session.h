#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/density.h"
#include "engine/matrix/statistics.h"
#include "engine/protocol/messages/words.h"
#include "engine/protocol/serialization/json.h"
#include "engine/simulated/card.h"
#include "ui/session/predictions.h"
#include "ui/session/row_selection.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QUndoStack>
#include <QVariant>

#include <exception>
#include <memory>
#include <optional>

namespace warploom::ui {

class KernelSources;
class WorkerClient;

/// A matrix with the data that all pages need, computed in the background. The object is immutable after publication.
struct LoadedMatrix {
    Matrix matrix;
    MatrixStatistics statistics; ///< empty if the matrix does not fit in memory (`matrix.is_oversize()`)
    /// Density pyramid of the matrix; null if the matrix does not fit in memory.
    std::unique_ptr<const DensityPyramid> pyramid;
    MatrixWindow first_window; ///< initial window of the Formats page
    std::uint64_t hash = 0;    ///< hash of the entries, computed by the same function as in the worker

    /// Returns the name of the matrix (a generator or a path), as accepted by load_matrix().
    QString name() const { return QString::fromStdString(matrix.name); }
    QString title() const;
};
using MatrixHandle = std::shared_ptr<const LoadedMatrix>;

/// The nonzero under the mouse pointer, which is highlighted on all pages.
struct HoveredNonzero {
    std::int64_t row = -1, col = -1;
    bool isValid() const { return row >= 0 && col >= 0; }
    bool operator==(const HoveredNonzero& other) const { return row == other.row && col == other.col; }
};

/// State shared by all pages: the matrix, the selection, the settings and the worker. The object lives on the GUI
/// thread.
class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(QObject* parent = nullptr);
    ~Session() override;

    // Matrix

    /// Returns the open matrix, or null until the first matrix has been loaded.
    const MatrixHandle& matrix() const { return matrix_; }
    /// Returns the most recently requested matrix (a path or a generator). During loading, it differs from
    /// `matrix()->name()`.
    QString matrixName() const { return choice(QStringLiteral("matrix")).toString(); }
    bool isLoading() const { return loading_ != nullptr; }
    /// Loads a matrix in the background, and then replaces the current matrix. Can be undone. Cancels any load in
    /// progress.
    void openMatrix(const QString& name);
    void cancelLoading();

    // Selection (not undoable, because it follows the mouse pointer)

    /// Returns the window of the matrix that the Formats page shows. The window has at most 16 x 16 elements and is
    /// always within the matrix.
    MatrixWindow window() const { return window_; }
    void setWindow(MatrixWindow window); ///< sets the window, clipped to the matrix and to 16 x 16 elements
    HoveredNonzero hovered() const { return hovered_; }
    void setHovered(HoveredNonzero nonzero);

    /// Returns the rows selected in a plot. Opening a matrix clears the selection.
    const RowSelection& rowSelection() const { return row_selection_; }
    void setRowSelection(const RowSelection& selection);
    /// Returns the selected warp. Opening a matrix selects the first warp.
    WarpChoice warp() const { return warp_; }
    void setWarp(const WarpChoice& warp);

    // Simulated card (undoable). The setting "card" contains the ID of a card, or an edited card as JSON.

    /// Returns the built-in cards, followed by the user's cards. The first call and `reloadCards()` read the card
    /// files.
    const std::vector<simulated::Card>& cards() const;
    void reloadCards(); ///< reads the card files again; reports errors in the user's card files
    /// Returns the card used by the Warp and Model pages, including the user's edits. The ID is empty if there are no
    /// cards.
    const simulated::Card& card() const;
    /// Returns whether the selected card differs from the card with the same ID in `cards()`.
    bool isCardEdited() const;
    /// Returns the selected card without the user's edits, or null if there is no card with its ID.
    const simulated::Card* originalCard() const;
    /// Selects a card. If kernels run on a simulated card and the worker knows the new card, also selects the
    /// corresponding simulated machine.
    void setCard(const QString& id);
    /// Selects the machine on which kernels run. Can be undone. If it is a simulated machine, also selects its card for
    /// the model. `title` appears in the Edit menu.
    void setMachine(const QString& id, const QString& title);
    /// Replaces the selected card with an edited version that has the same ID. The edited card has no model error,
    /// because calibration and validation apply only to the original values. `text` is the name of the undo step in the
    /// Edit menu. Throws Error("card.format") without changing anything if the values contradict each other.
    void editCard(simulated::Card card, const QString& text, bool merge = true);
    /// Returns the complete card as JSON for requests, because a remote worker does not have the user's cards.
    Json cardJson() const;

    // Settings (undoable)

    /// Returns the value of a setting, or `fallback` if the setting has no value. Settings are identified by name. The
    /// session defines "matrix" (string), "machine" (string; an ID), "kernel" (string; an ID, used by the Formats
    /// page), "block" (int), "precision" ("float" or "double"), and names that start with "run/" for the Run page.
    /// Pages can add settings with their own prefix.
    QVariant choice(const QString& key, const QVariant& fallback = {}) const { return choices_.value(key, fallback); }
    const QHash<QString, QVariant>& choices() const { return choices_; }
    /// Changes a setting. `text` is the name of the undo step in the Edit menu, such as "block size 128". If `merge` is
    /// true, consecutive changes of the same setting are combined into a single undo step. Does nothing if the value
    /// does not change.
    void setChoice(const QString& key, const QVariant& value, const QString& text, bool merge = false);
    /// Changes a setting without adding an undo step. Use this for default values selected by the program.
    void presetChoice(const QString& key, const QVariant& value) { applyChoice(key, value); }
    QString machine() const { return choice(QStringLiteral("machine"), QStringLiteral("cpu")).toString(); }
    QString kernel() const { return choice(QStringLiteral("kernel"), QStringLiteral("csr-scalar")).toString(); }
    int block() const { return choice(QStringLiteral("block"), 128).toInt(); }
    QString precision() const { return choice(QStringLiteral("precision"), QStringLiteral("double")).toString(); }
    Precision precisionValue() const;
    QUndoStack& undoStack() { return undo_stack_; }

    // Other members

    WorkerClient& worker() { return *worker_; }
    /// Returns the user's kernel sources. Every request to the worker includes the sources of the kernels that it
    /// names.
    KernelSources& texts() { return *texts_; }
    /// Requests that the Write page open a kernel source. `text` is the name of one of the user's kernel sources, or of
    /// a file in shipped_texts(). In the latter case, a copy of the file is opened.
    void wantWriting(const QString& text) { emit editKernelRequested(text); }
    /// Returns up to ten recently opened matrices, including generators, with the newest first. The list is saved after
    /// every change.
    QStringList recent() const { return recent_; }
    void clearRecent();
    /// Shows an error message with a hint in the banner and adds it to the log.
    void report(const QString& sentence, const QString& hint = {});
    /// Reports the message of an exception and, if it is an Error, its hint.
    void reportFailure(const std::exception& failure);
    Predictions& predictions() { return *predictions_; }
    /// Stores a prediction, unless it is empty. Reports errors to the user.
    void predicted(Prediction prediction);
    /// Adds a line to the log and shows it in the status bar.
    void note(const QString& line);
    /// Reports that files were exported, with a link to their folder. `path` is the file, or the folder if there are
    /// several files.
    void exported(const QString& sentence, const QString& path);

signals:
    void matrixChanged();
    void loadingStarted(const QString& name);
    /// Emitted while a matrix is being loaded; `total` is 0 if it is unknown.
    void loadingProgress(const QString& stage, qint64 done, qint64 total);
    /// Emitted when loading has ended: after `matrixChanged`, or after an error or cancellation.
    void loadingFinished(bool loaded);
    void windowChanged();
    void hoveredChanged();
    void rowSelectionChanged();
    void warpChanged();
    void cardChanged(); ///< emitted when a card has been selected or edited
    void cardsChanged();
    void choiceChanged(const QString& key);
    void recentChanged();
    void placeWanted(); ///< emitted to open the machine selector
    void editKernelRequested(const QString& text);
    void problem(const QString& sentence, const QString& hint);
    void noted(const QString& line);
    void written(const QString& sentence, const QString& path); ///< emitted by exported(), with the same arguments

private:
    friend class ChoiceCommand;
    struct Loading;
    void applyChoice(const QString& key, const QVariant& value);
    void startLoading(const QString& name);
    void finishLoading(const std::shared_ptr<Loading>& loading, const MatrixHandle& matrix);
    void forgetStepTo(const QString& matrix);
    void remember(const QString& name);

    MatrixHandle matrix_;
    std::shared_ptr<Loading> loading_;
    MatrixWindow window_;
    HoveredNonzero hovered_;
    RowSelection row_selection_;
    WarpChoice warp_;
    mutable std::vector<simulated::Card> cards_;
    mutable bool cards_read_ = false;
    mutable std::optional<simulated::Card> card_; ///< parsed value of the setting "card"; parsed on demand
    QHash<QString, QVariant> choices_;
    QUndoStack undo_stack_;
    QStringList recent_;
    WorkerClient* worker_ = nullptr;
    Predictions* predictions_ = nullptr;
    KernelSources* texts_ = nullptr;
};

} // namespace warploom::ui
