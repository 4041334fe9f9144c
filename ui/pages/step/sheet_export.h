#pragma once

#include "ui/pages/step/walkthroughs/walkthrough.h"

#include <QString>
#include <QStringList>

namespace warploom::ui {

enum class Paper { a4, a3 };

/// The walkthrough whose last step is the whole of an algorithm, on one sheet: of the topic itself, or the one that belongs
/// to it ("cr" has "cr-sheet"). Empty where there is none.
QString sheetOf(const QString& topic);

/// The last picture of a walkthrough over a whole page, landscape: title, given and wanted, picture, last sentence, source.
/// A PDF of exactly that size. Throws Error("file.write").
void writeSheet(const Walkthrough& walkthrough, Paper paper, const QString& file);

/// NAME-a4.pdf and NAME-a3.pdf of the sheet of a topic; nothing where it has none. Returns the files.
QStringList writeSheets(const QString& topic, const QString& folder);

} // namespace warploom::ui
