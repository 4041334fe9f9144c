#pragma once

#include "engine/protocol/messages/handshake.h"

#include <QFileSystemWatcher>
#include <QList>
#include <QObject>
#include <QString>
#include <QTimer>

#include <string>
#include <vector>

namespace warploom::ui {

/// A kernel source in CUDA C written by the user.
struct KernelText {
    QString name; ///< short, unique name that ends with .cu; used in requests and charts
    QString path; ///< path of the file; empty if the source has never been saved
    QString text;
    QString saved; ///< contents of the file when it was last read or written
    /// Current contents of the file if both the file and the source were changed; otherwise, a null string.
    QString elsewhere;
    std::string from; ///< built-in kernel that the source is based on; empty if there is none
    std::string operation = "spmv", format = "csr"; ///< operation and format, as reported by the worker
    int revision = 0;                               ///< incremented whenever the source changes

    bool isChanged() const { return path.isEmpty() || text != saved; }
};

/// The user's kernel sources. Each change is backed up to the user's folder after a short delay, and backups are
/// restored at the next start, so almost nothing is lost in a crash. Files are watched for changes.
class KernelSources : public QObject {
    Q_OBJECT
public:
    /// Restores the backups.
    explicit KernelSources(QObject* parent = nullptr);
    ~KernelSources() override;

    const QList<KernelText>& all() const { return all_; }
    const KernelText* find(const QString& name) const; ///< returns null if the source does not exist
    int revision(const QString& name) const;           ///< returns 0 if the name is unknown

    /// Adds a source and returns its name, which is a unique variant of `wanted`.
    QString add(const QString& wanted, const QString& text, const std::string& from = {});
    /// Opens a file unless it is already open, and returns the name of the source. Throws an Error if the file cannot
    /// be read.
    QString open(const QString& path);
    /// Saves a source. Throws Error("file.write").
    void save(const QString& name, const QString& path);
    /// Closes a source and keeps its file on disk. Moves unsaved changes to a backup file and returns its path, or an
    /// empty string if there were no unsaved changes. If it throws Error("file.write"), the source stays open.
    QString close(const QString& name);

    void setText(const QString& name, const QString& text);
    /// Resolves a file conflict. Either loads the contents of the file, or keeps the edited source, which overwrites
    /// the file at the next save.
    void settle(const QString& name, bool take_file);
    void setMeaning(const QString& name, const std::string& operation, const std::string& format);

    /// Adds the sources of all kernels that the request names.
    void complete(Json& request) const;
    /// Returns the sources as entries for lists of kernels.
    std::vector<protocol::KernelEntry> kernels() const;
    void keep(); ///< writes pending backups immediately

    static QString folder(); ///< folder of the backups

signals:
    void listChanged();                      ///< emitted when a source is added, removed or reclassified
    void textChanged(const QString& name);   ///< emitted when a source was edited or reloaded
    void file_conflict(const QString& name); ///< emitted when both the file and the source were changed
    void problem(const QString& sentence, const QString& hint);

private:
    KernelText* at(const QString& name);
    QString freeName(const QString& wanted) const;
    void restore();
    void touched(const QString& name);
    void watch(const QString& path);
    void lookAgain(const QString& path, int attempts);

    QList<KernelText> all_;
    QStringList unkept_; ///< names of sources whose backup is outdated
    QFileSystemWatcher watcher_;
    QTimer pause_;
    bool has_complained_ = false;
};

} // namespace warploom::ui
