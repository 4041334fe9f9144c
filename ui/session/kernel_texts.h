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

/// A kernel in CUDA C that a user writes.
struct KernelText {
    QString name; ///< short, ends with .cu, unique: what requests and charts call it
    QString path; ///< of its file; empty: it has none yet
    QString text;
    QString saved; ///< contents of the file when it was last read or written
    /// Current contents of the file if both were changed; otherwise null
    QString elsewhere;
    std::string from;                               ///< the built-in kernel that it was made of; empty: none
    std::string operation = "spmv", format = "csr"; ///< as the worker found out
    int revision = 0;                               ///< of the text

    bool isChanged() const { return path.isEmpty() || text != saved; }
};

/// The kernels that are being written. A copy of each lies in the user's folder a moment after every change, so that
/// nothing is lost when the window ends, however it does; it is there again at the next start. Files are watched.
class KernelSources : public QObject {
    Q_OBJECT
public:
    /// With the kept texts.
    explicit KernelSources(QObject* parent = nullptr);
    ~KernelSources() override;

    const QList<KernelText>& all() const { return all_; }
    const KernelText* find(const QString& name) const; ///< null: there is none
    int revision(const QString& name) const;           ///< 0 for a name that is no text

    /// A new one; its name is made of `wanted` and is not taken. Returns the name.
    QString add(const QString& wanted, const QString& text, const std::string& from = {});
    /// A file; one that is open already stays as it is. Returns the name. Errors: those of reading.
    QString open(const QString& path);
    /// Errors: "file.write".
    void save(const QString& name, const QString& path);
    /// Forgets it; a file stays. What no file holds is put aside. Returns where; empty: the file has it all.
    /// Errors: "file.write", and nothing is closed.
    QString close(const QString& name);

    void setText(const QString& name, const QString& text);
    /// Ends a file_conflict with the file: what it holds now is taken, or is known and goes with the next save.
    void settle(const QString& name, bool take_file);
    void setMeaning(const QString& name, const std::string& operation, const std::string& format);

    /// Puts the texts into a request that names them.
    void complete(Json& request) const;
    /// As the lists of kernels have them.
    std::vector<protocol::KernelEntry> kernels() const;
    void keep(); ///< now, not in a moment

    static QString folder(); ///< where the copies lie

signals:
    void listChanged();                      ///< which there are, or what one is
    void textChanged(const QString& name);   ///< by whomever
    void file_conflict(const QString& name); ///< a file was changed elsewhere, and its text here
    void problem(const QString& sentence, const QString& hint);

private:
    KernelText* at(const QString& name);
    QString freeName(const QString& wanted) const;
    void restore();
    void touched(const QString& name);
    void watch(const QString& path);
    void lookAgain(const QString& path, int attempts);

    QList<KernelText> all_;
    QStringList unkept_; ///< names whose copy is older than they are
    QFileSystemWatcher watcher_;
    QTimer pause_;
    bool has_complained_ = false;
};

} // namespace warploom::ui
