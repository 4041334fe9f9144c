#pragma once

#include "ui/components/operations/operations.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QRegularExpressionValidator>

#include <algorithm>

// Widgets used in the forms of several operations.

namespace warploom::ui {

inline QLineEdit* validatedLine(const char* object, const QString& accessible, const QString& tip,
                                const char* allowed) {
    auto* made = explained(new QLineEdit, object, accessible, tip);
    made->setValidator(new QRegularExpressionValidator(QRegularExpression(QLatin1String(allowed)), made));
    return made;
}
inline void editText(QLineEdit* field, const QString& text) {
    if (field->text() != text) field->setText(text);
}
inline void showData(QComboBox* box, const QVariant& value) { box->setCurrentIndex(std::max(0, box->findData(value))); }

} // namespace warploom::ui
