#pragma once

#include "ui/pages/reproduce/comparison_view.h"
#include "ui/pages/reproduce/experiment_store.h"
#include "ui/session/background.h"

#include <functional>
#include <vector>

namespace warploom::ui {

/// Writes a result to a folder as an HTML page with charts and data. Creates the folder if necessary and returns the
/// file names. Throws Error. The application sets this function at startup, because writing the page requires both the
/// kernels and the user interface.
inline std::function<QStringList(const experiment::Result& result, const QString& folder)> reportWriter;

struct OpenedResult {
    QString file;
    ResultHandle result;
    experiment::SealReport seal;
};

/// Returns the title of a result with its source, such as "prata2010, table 1: ...".
QString resultTitle(const experiment::Result& result);

/// Stores the results that were opened from files, and the pairs of results to compare. Also saves results. Reports
/// errors to the session.
class ResultLibrary : public QObject {
    Q_OBJECT
public:
    explicit ResultLibrary(Session& session, QObject* parent = nullptr);
    ~ResultLibrary() override;

    const std::vector<OpenedResult>& opened() const { return opened_; }
    const std::vector<ComparedResults>& compared() const { return compared_; }
    bool isReading() const { return reading_ > 0; }
    /// Returns whether a file name has the suffix of a result, a report or an experiment.
    static bool isResultFile(const QString& file);
    /// Returns whether a file contains an experiment instead of a result.
    static bool holdsExperiment(const QString& file);

    /// Reads a result (.json, .html) in the background. If the file is already open, replaces the earlier result.
    void open(const QString& file);
    /// Compares a copy of `mine` with a result from a file. `name` is the title of `mine`.
    void compare(const ResultHandle& mine, const QString& name, const QString& file);
    void save(const experiment::Result& result, const QString& file);
    void writeReport(const experiment::Result& result, const QString& folder);
    /// Saves a sealed copy of a result with the name of its author.
    void handIn(experiment::Result result, const QString& file, const QString& author, const QString& words);

signals:
    void resultOpened(int number); ///< index in opened()
    void pairOpened(int number);   ///< index in compared()

private:
    void read(const QString& file, std::function<void(const ReadResult&)> then);

    Session& session_;
    std::vector<OpenedResult> opened_;
    std::vector<ComparedResults> compared_;
    int reading_ = 0;
    BackgroundPool pool_{"result files", 1};
};

} // namespace warploom::ui
