#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/density.h"
#include "engine/matrix/statistics.h"
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

/// A matrix with what every page needs of it, computed in the background. Never changes once published.
struct LoadedMatrix {
    Matrix matrix;
    MatrixStatistics statistics;                   ///< zero for a matrix too large to be held (`matrix.is_oversize()`)
    std::unique_ptr<const DensityPyramid> pyramid; ///< null for a matrix too large to be held
    MatrixWindow first_window;                     ///< that Formats begins with
    std::uint64_t hash = 0;                        ///< of its entries, as the worker computes it

    QString name() const { return QString::fromStdString(matrix.name); }
};
using MatrixHandle = std::shared_ptr<const LoadedMatrix>;

/// The nonzero under the mouse, wherever the mouse is; the same one lights up on every page.
struct HoveredNonzero {
    std::int64_t row = -1, col = -1;
    bool isValid() const { return row >= 0 && col >= 0; }
    bool operator==(const HoveredNonzero& other) const { return row == other.row && col == other.col; }
};

/// The state that all pages share: the matrix, the selection, the settings, the worker. Lives on the GUI thread.
class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(QObject* parent = nullptr);
    ~Session() override;

    // --- The matrix -------------------------------------------------------------------------------------------
    /// Null until something was loaded.
    const MatrixHandle& matrix() const { return matrix_; }
    /// The last requested matrix (a path or a generator); differs from `matrix()->name()` while it loads.
    QString matrixName() const { return choice(QStringLiteral("matrix")).toString(); }
    bool isLoading() const { return loading_ != nullptr; }
    /// Starts loading in the background and replaces the matrix when done. Undoable. A load under way is cancelled.
    void openMatrix(const QString& name);
    void cancelLoading();

    // --- Selection (not undoable: it follows the mouse) -----------------------------------------------------------
    /// The window of at most 16 x 16 that the Formats page draws; always inside the matrix.
    MatrixWindow window() const { return window_; }
    void setWindow(MatrixWindow window); ///< clipped to the matrix and to 16 x 16
    HoveredNonzero hovered() const { return hovered_; }
    void setHovered(HoveredNonzero nonzero);

    /// The rows brushed in a plot of rows; empty: none. A new matrix empties it.
    const RowSelection& rowSelection() const { return row_selection_; }
    void setRowSelection(const RowSelection& selection);
    /// The warp that is stepped through; a new matrix sets it back to the first.
    WarpChoice warp() const { return warp_; }
    void setWarp(const WarpChoice& warp);

    // --- The simulated card (undoable)
    // ---------------------------------------------------------------------------------
    // Kept as the choice "card": the id of a card, or the JSON text of one whose figures were edited.
    /// The program's cards, then the user's; read once, again by `reloadCards()`.
    const std::vector<simulated::Card>& cards() const;
    void reloadCards(); ///< broken files of the user are reported
    /// The card that Warp and Model simulate, with edits. A card without an id while there is none at all.
    const simulated::Card& card() const;
    /// True while a figure differs from the card as it is listed in `cards()`.
    bool isCardEdited() const;
    /// As listed, without edits; null when no listed card has the id.
    const simulated::Card* originalCard() const;
    /// Where kernels run on a simulated card, that goes with it, where the worker has the card.
    void setCard(const QString& id);
    /// Undoable. A simulated machine is a card: that one is modelled, too. `title` is for the Edit menu.
    void setMachine(const QString& id, const QString& title);
    /// `card` keeps the id of the listed card it was made from. A fit and its comparison with published times hold for
    /// the listed figures only: an edited card has no model error. `text` names the step in the Edit menu. Throws
    /// Error("card.format") for figures that contradict each other; nothing is changed then.
    void editCard(simulated::Card card, const QString& text, bool merge = true);
    /// The whole card, for the "card" of a request: a worker elsewhere does not have this user's cards.
    Json cardJson() const;

    // --- Choices (undoable) ---------------------------------------------------------------------------------------
    /// Choices are named values: "matrix" (string), "machine" (string id), "kernel" (string id: whose owner the Formats
    /// page shows), "block" (int), "precision" ("float" or "double"), and "run/..." for the Run page. A page may add
    /// its own under its own prefix. Repeated changes of the same choice with `merge` become one undo step.
    QVariant choice(const QString& key, const QVariant& fallback = {}) const { return choices_.value(key, fallback); }
    const QHash<QString, QVariant>& choices() const { return choices_; }
    /// `text` names the step in the Edit menu ("block size 128"). No effect when the value is what it was.
    void setChoice(const QString& key, const QVariant& value, const QString& text, bool merge = false);
    /// The same without an undo step, for what the program itself decides (the first machine).
    void presetChoice(const QString& key, const QVariant& value) { applyChoice(key, value); }
    QString machine() const { return choice(QStringLiteral("machine"), QStringLiteral("cpu")).toString(); }
    QString kernel() const { return choice(QStringLiteral("kernel"), QStringLiteral("csr-scalar")).toString(); }
    int block() const { return choice(QStringLiteral("block"), 128).toInt(); }
    QString precision() const { return choice(QStringLiteral("precision"), QStringLiteral("double")).toString(); }
    QUndoStack& undoStack() { return undo_stack_; }

    // --- The rest --------------------------------------------------------------------------------------------------
    WorkerClient& worker() { return *worker_; }
    /// The kernels that the user writes; they travel with every request that names one.
    KernelSources& texts() { return *texts_; }
    /// Asks for a kernel on the page Write: one that is written there, or a file of shipped_texts() to be changed.
    void wantWriting(const QString& text) { emit editKernelRequested(text); }
    /// Newest first, at most ten; saved the moment they change. Generators are remembered too.
    QStringList recent() const { return recent_; }
    void clearRecent();
    /// One sentence and what to try next; shown as a banner and kept in the log.
    void report(const QString& sentence, const QString& hint = {});
    void reportFailure(const std::exception& failure); ///< its sentence and, of an Error, its hint
    Predictions& predictions() { return *predictions_; }
    /// It is kept, unless nothing was said; what stands in the way is reported.
    void predicted(Prediction prediction);
    /// A line for the log and the status bar.
    void note(const QString& line);
    /// Something was written for a person: where, with a way to its folder. `path`: of the file, or of the folder of
    /// several.
    void exported(const QString& sentence, const QString& path);

signals:
    void matrixChanged(); ///< a new matrix is there (or the first)
    void loadingStarted(const QString& name);
    void loadingProgress(const QString& stage, qint64 done, qint64 total); ///< total 0: not known
    void loadingFinished(bool loaded); ///< after `matrixChanged`, or after an error or a cancel
    void windowChanged();
    void hoveredChanged();
    void rowSelectionChanged();
    void warpChanged();
    void cardChanged();  ///< another card, or another figure of it
    void cardsChanged(); ///< the list
    void choiceChanged(const QString& key);
    void recentChanged();
    void placeWanted(); ///< the user wants to choose where kernels run
    void editKernelRequested(const QString& text);
    void problem(const QString& sentence, const QString& hint);
    void noted(const QString& line);
    void written(const QString& sentence, const QString& path); ///< by exported()

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
    mutable std::optional<simulated::Card> card_; ///< value of the setting "card", read on demand
    QHash<QString, QVariant> choices_;
    QUndoStack undo_stack_;
    QStringList recent_;
    WorkerClient* worker_ = nullptr;
    Predictions* predictions_ = nullptr;
    KernelSources* texts_ = nullptr;
};

} // namespace warploom::ui
