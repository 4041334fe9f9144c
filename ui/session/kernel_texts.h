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

/// A user-written kernel source in CUDA C.
struct KernelText {
    QString name; ///< short unique name that ends in .cu; used in requests and charts
    QString path; ///< path of the file; empty if the source was never saved
    QString text;
    QString saved; ///< contents of the file when it was last loaded or saved
    /// Current contents of the file if the file and the source have both changed; otherwise, a null string.
    QString elsewhere;
    std::string from;                               ///< built-in kernel that the source is based on; empty if none
    std::string operation = "spmv", format = "csr"; ///< operation and format reported by the worker
    int revision = 0;                               ///< incremented by every change

    bool isChanged() const { return path.isEmpty() || text != saved; }
};

/// The user's kernel sources. Changes are backed up to the user's folder after a short delay, and the backups are
/// restored when the program starts, so that almost nothing is lost in a crash. Files are watched for changes.
class KernelSources : public QObject {
    Q_OBJECT
public:
    /// Creates the object and restores the backups.
    explicit KernelSources(QObject* parent = nullptr);
    ~KernelSources() override;

    const QList<KernelText>& all() const { return all_; }
    const KernelText* find(const QString& name) const; ///< returns null if the source does not exist
    int revision(const QString& name) const;           ///< returns 0 if the name is unknown

    /// Adds a source. Returns its name, which is `wanted` or a unique variant of it.
    QString add(const QString& wanted, const QString& text, const std::string& from = {});
    /// Opens a file, unless it is already open. Returns the name of the source. Throws an Error if the file cannot be
    /// read.
    QString open(const QString& path);
    /// Saves a source. Throws Error("file.write").
    void save(const QString& name, const QString& path);
    /// Closes a source. Its file on disk is kept. Moves unsaved changes to a backup file and returns the path of that
    /// file, or an empty string if there were none. Throws Error("file.write"), in which case the source stays open.
    QString close(const QString& name);

    void setText(const QString& name, const QString& text);
    /// Resolves a file conflict. If `take_file` is true, loads the contents of the file. Otherwise, keeps the edited
    /// source, and the next save overwrites the file.
    void settle(const QString& name, bool take_file);
    void setMeaning(const QString& name, const std::string& operation, const std::string& format);

    /// Adds to a request the sources of all kernels that it names.
    void complete(Json& request) const;
    /// Returns the sources as entries for kernel lists.
    std::vector<protocol::KernelEntry> kernels() const;
    void keep(); ///< writes pending backups immediately

    static QString folder(); ///< folder of the backups

signals:
    void listChanged();                      ///< emitted when a source has been added, removed or reclassified
    void textChanged(const QString& name);   ///< emitted when a source has been edited or reloaded
    void file_conflict(const QString& name); ///< emitted when the file and the source have both been changed
    void problem(const QString& sentence, const QString& hint);

private:
    KernelText* at(const QString& name);
    QString freeName(const QString& wanted) const;
    void restore();
    void touched(const QString& name);
    void watch(const QString& path);
    void lookAgain(const QString& path, int attempts);

    QList<KernelText> all_;
    QStringList unkept_; ///< sources whose backups are out of date
    QFileSystemWatcher watcher_;
    QTimer pause_;
    bool has_complained_ = false;
};

} // namespace warploom::ui
