#pragma once

#include "ui/pages/step/walkthroughs/walkthrough.h"

#include <QString>
#include <QStringList>

namespace warploom::ui {

enum class Paper { a4, a3 };

/// Returns the walkthrough whose last step shows the complete algorithm. This is either the topic itself or its
/// single-page variant, such as "cr-sheet" for "cr". Returns an empty string if there is none.
QString sheetOf(const QString& topic);

/// Writes the last figure of a walkthrough with the title, input, goal, caption and source to a PDF file with one
/// landscape page of the given size. Throws Error("file.write").
void writeSheet(const Walkthrough& walkthrough, Paper paper, const QString& file);

/// Writes NAME-a4.pdf and NAME-a3.pdf with the one-page figure of a topic, and returns the file names. Writes nothing
/// if the topic has no one-page figure.
QStringList writeSheets(const QString& topic, const QString& folder);

} // namespace warploom::ui
