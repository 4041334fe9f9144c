#include "ui/pages/reproduce/hand_in_dialog.h"

#include "ui/look/theme.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>

namespace warploom::ui {

HandInDialog::HandInDialog(const QString& title, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Hand in: %1").arg(title));
    setObjectName(QStringLiteral("handInDialog"));
    author_ = new QLineEdit(QSettings().value(QStringLiteral("handin/author")).toString());
    author_->setObjectName(QStringLiteral("handInAuthor"));
    author_->setAccessibleName(tr("Your name"));
    words_ = new QPlainTextEdit;
    words_->setObjectName(QStringLiteral("handInWords"));
    words_->setAccessibleName(tr("A few words"));
    words_->setPlaceholderText(tr("Which claims hold on this machine, and why?"));
    words_->setTabChangesFocus(true);
    words_->setMinimumSize(theme().px(360), theme().px(110));
    auto* note = new QLabel(
        tr("The file holds all figures with their samples, the settings, the machine, the program's version and the "
           "hashes of the inputs. Its seal shows whether anything was changed afterwards."));
    note->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    ok_ = buttons->button(QDialogButtonBox::Ok);
    ok_->setText(tr("Save the hand-in..."));
    ok_->setObjectName(QStringLiteral("handInOk"));
    auto* form = new QFormLayout(this);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->addRow(tr("Your &name"), author_);
    form->addRow(tr("A few &words"), words_);
    form->addRow(note);
    form->addRow(buttons);
    const auto check = [this] {
        ok_->setEnabled(!author().isEmpty());
        ok_->setToolTip(author().isEmpty() ? tr("A hand-in has a name on it") : QString());
    };
    connect(author_, &QLineEdit::textChanged, this, check);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        QSettings().setValue(QStringLiteral("handin/author"), author());
        accept();
    });
    check();
}

QString HandInDialog::author() const { return author_->text().trimmed(); }
QString HandInDialog::words() const { return words_->toPlainText().trimmed(); }

} // namespace warploom::ui
