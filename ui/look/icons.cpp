// The line icons of the program: the files of ui/look/icons, painted in the colours of the theme.
#include "engine/built_in.h"
#include "ui/look/theme.h"

#include <QByteArray>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace warploom {
const std::vector<BuiltInFile>& icon_files(); // ui/look/icons/*.svg
} // namespace warploom

namespace warploom::ui {
namespace {

QPixmap iconPixmap(QByteArray file, const QColor& ink, int size) {
    QSvgRenderer svg(file.replace("currentColor", ink.name().toLatin1()));
    QPixmap image(size, size);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    svg.render(&painter);
    return image;
}

} // namespace

QIcon Theme::icon(const QString& name) const {
    if (const auto known = icons_.constFind(name); known != icons_.constEnd()) return *known;
    QIcon icon;
    if (const BuiltInFile* file = find_built_in(icon_files(), name.toStdString() + ".svg")) {
        const QByteArray text = QByteArray::fromStdString(file->text);
        for (const int size : {16, 24, 32, 48, 64, 96}) {
            icon.addPixmap(iconPixmap(text, colours_.text, size), QIcon::Normal);
            icon.addPixmap(iconPixmap(text, colours_.outline, size), QIcon::Disabled);
        }
    }
    return icons_.insert(name, icon).value();
}

} // namespace warploom::ui
