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

/// The source of a kernel that the user has written in CUDA C.
struct KernelText {
    QString name; ///< a short unique name that ends with .cu; used in requests and charts
    QString path; ///< the path of the file; empty if the source was never saved
    QString text;
    QString saved; ///< the contents of the file when it was last read or written
    /// The current contents of the file if both the file and the text were changed; otherwise null.
    QString elsewhere;
    std::string from; ///< the built-in kernel on which it is based; empty if there is none
    std::string operation = "spmv", format = "csr"; ///< reported by the worker
    int revision = 0;                               ///< incremented when the text changes

    bool isChanged() const { return path.isEmpty() || text != saved; }
};

/// The kernel sources of the user. Each change is backed up to the user's folder after a short delay, and backups are
/// restored at the next start, so that a crash loses almost nothing. Files are watched for changes.
class KernelSources : public QObject {
    Q_OBJECT
public:
    /// Restores the backups.
    explicit KernelSources(QObject* parent = nullptr);
    ~KernelSources() override;

    const QList<KernelText>& all() const { return all_; }
    const KernelText* find(const QString& name) const; ///< returns null if there is none
    int revision(const QString& name) const;           ///< returns 0 if the name is unknown

    /// Adds a source and returns its name, which is derived from `wanted` and made unique.
    QString add(const QString& wanted, const QString& text, const std::string& from = {});
    /// Opens a file unless it is already open. Returns the name of the source. Errors: errors of reading.
    QString open(const QString& path);
    /// Errors: "file.write".
    void save(const QString& name, const QString& path);
    /// Closes a source. The file on disk is kept. Unsaved text is moved to a backup file, whose path is returned; the
    /// result is empty if there was no unsaved text. Errors: "file.write", in which case the source stays open.
    QString close(const QString& name);

    void setText(const QString& name, const QString& text);
    /// Resolves a file conflict: uses the contents of the file, or keeps the text, which will replace the file when it
    /// is saved.
    void settle(const QString& name, bool take_file);
    void setMeaning(const QString& name, const std::string& operation, const std::string& format);

    /// Adds the sources of all kernels that a request names.
    void complete(Json& request) const;
    /// Returns the sources as entries for the kernel lists.
    std::vector<protocol::KernelEntry> kernels() const;
    void keep(); ///< writes pending backups immediately

    static QString folder(); ///< the folder of the backups

signals:
    void listChanged();                      ///< emitted when a source was added, removed or reclassified
    void textChanged(const QString& name);   ///< edited or reloaded
    void file_conflict(const QString& name); ///< emitted when both the file and the text were changed
    void problem(const QString& sentence, const QString& hint);

private:
    KernelText* at(const QString& name);
    QString freeName(const QString& wanted) const;
    void restore();
    void touched(const QString& name);
    void watch(const QString& path);
    void lookAgain(const QString& path, int attempts);

    QList<KernelText> all_;
    QStringList unkept_; ///< the names of sources whose backup is outdated
    QFileSystemWatcher watcher_;
    QTimer pause_;
    bool has_complained_ = false;
};

} // namespace warploom::ui
