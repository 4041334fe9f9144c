#include "ui/pages/write/file_conflict_bar.h"

#include "ui/session/kernel_texts.h"
#include "ui/widgets/page_parts.h"

#include <QLabel>

namespace warploom::ui {

FileConflictBar::FileConflictBar(KernelSources& texts, QWidget* parent) : QFrame(parent), texts_(texts) {
    setObjectName(QStringLiteral("writeQuarrel"));
    setFrameShape(QFrame::StyledPanel);
    words_ = sentenceLabel("");
    auto* take = named(new QPushButton(tr("Reload file")), "writeTakeFile", tr("Reload the file from disk"),
                       tr("Reload the file from disk. To restore your version, use Undo."));
    auto* keep = named(new QPushButton(tr("Keep mine")), "writeKeepMine", tr("Keep your version"),
                       tr("Keep your version. The next save overwrites the file."));
    inRow(this, {{words_, 1}, take, keep}, -1, {9, 9, 9, 9});
    connect(take, &QPushButton::clicked, this, [this] { settle(true); });
    connect(keep, &QPushButton::clicked, this, [this] { settle(false); });
    hide();
}

void FileConflictBar::settle(bool take_file) {
    texts_.settle(name_, take_file);
    showFor(name_);
    emit settled();
}

void FileConflictBar::showFor(const QString& name) {
    name_ = name;
    const KernelText* const text = texts_.find(name);
    setVisible(text != nullptr && !text->elsewhere.isNull());
    if (text != nullptr) words_->setText(tr("%1 has been changed both here and by another program.").arg(text->path));
}

} // namespace warploom::ui
