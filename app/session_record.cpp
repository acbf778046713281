// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_record.h"

#include <QDir>

#include <variant>

namespace app {
namespace {

/// Without a buffer of the window's, with which the lines would be lost.
constexpr auto lineByLine = QIODevice::WriteOnly | QIODevice::Unbuffered;

} // namespace

QString SessionRecord::begin(const QString& folder, const QString& name)
{
    QDir().mkpath(folder);
    const QDir files(folder);
    auto path = files.filePath(name + QStringLiteral(".ridgepoint.jsonl"));
    for (int number = 2;; ++number) {
        m_file.setFileName(path);
        if (m_file.open(lineByLine | QIODevice::NewOnly) || !m_file.exists()) break;
        path = files.filePath(QStringLiteral("%1 %2.ridgepoint.jsonl").arg(name).arg(number));
    }
    m_hasBegun = true;
    write(std::exchange(m_early, {}));
    return path;
}

void SessionRecord::add(const core::Event& event)
{
    if (std::holds_alternative<core::Progress>(event)) return; // of no use to a reader, and many
    const auto line = QByteArray::fromStdString(core::toJsonLine(event)) + '\n';
    m_hasBegun ? write(line) : void(m_early += line);
}

void SessionRecord::write(const QByteArray& lines)
{
    if (m_file.isOpen() && m_file.write(lines) != lines.size()) m_file.close();
}

void SessionRecord::end()
{
    m_file.close();
    m_early.clear();
    m_hasBegun = false;
}

void SessionRecord::remove()
{
    if (m_file.isOpen()) m_file.remove();
    end();
}

void SessionRecord::goOn()
{
    m_hasBegun = true;
    m_file.open(lineByLine | QIODevice::Append | QIODevice::ExistingOnly);
}

} // namespace app
