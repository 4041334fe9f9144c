#include "ui/pages/write/version_comparison.h"

#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/text_difference.h"
#include "ui/widgets/page_parts.h"

#include <algorithm>

namespace warploom::ui {

VersionComparison::VersionComparison(QObject* parent)
    : QObject(parent),
      box_(comboBox("writeOthers", tr("Compare with"), tr("Show an earlier version next to the source"))),
      editor_(named(new CodeEditor, "writeOther", tr("Version to compare with"))) {
    holdWidth(box_, 12);
    editor_->setReadOnly(true);
    editor_->hide();
    connect(box_, &QComboBox::activated, this, &VersionComparison::chosen);
}

void VersionComparison::setVersions(const QList<std::pair<QString, QString>>& versions) {
    const QString shown = box_->currentData().toString();
    box_->clear();
    box_->addItem(tr("nothing"), QString());
    for (const auto& [words, text] : versions) box_->addItem(words, text);
    box_->setCurrentIndex(std::max(0, box_->findData(shown)));
}

void VersionComparison::compare(CodeEditor& mine) {
    const QString theirs = box_->currentData().toString();
    editor_->setVisible(!theirs.isEmpty());
    if (theirs.isEmpty()) return mine.setDifferences({});
    if (editor_->text() != theirs) editor_->setText(theirs);
    const auto [own, others] = differingLines(mine.text(), theirs);
    mine.setDifferences(own);
    editor_->setDifferences(others);
}

} // namespace warploom::ui
