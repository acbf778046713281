// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/roof_measuring.h"

#include "app/format.h"
#include "core/statistics.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace app {
namespace {

const QString measuringKey = QStringLiteral("measuring");
const QString silenceKey = QStringLiteral("measuring#silence");

constexpr int showEvery_ms = 40;
constexpr int mostShare = 4; ///< showing takes at most a fifth of the time, however long the list is

QStringList argumentsOf(const MeasureRequest& request)
{
    QStringList arguments{QStringLiteral("ceilings"),
                          request.thorough ? QStringLiteral("--thorough") : QStringLiteral("--quick")};
    if (!request.device.isEmpty()) arguments << QStringLiteral("--device") << request.device;
    if (!request.only.isEmpty()) arguments << QStringLiteral("--only") << request.only;
    return arguments;
}

/// The median over the roofs: one noisy roof doesn't speak for all.
QString typicalSpread(const core::Session& session)
{
    std::vector<double> spreads;
    for (const auto& ceiling : session.ceilings)
        if (ceiling.samples)
            if (const auto ratio = core::halfSpreadRatio(*ceiling.samples)) spreads.push_back(*ratio);
    return spreads.empty() ? QString(enDash) : finePercent(core::percentile(spreads, 0.5));
}

} // namespace

RoofMeasuring::RoofMeasuring(SessionFiles& files, BannerArea& banners, QObject* parent)
    : QObject(parent), m_files(files), m_banners(banners)
{
    m_showDelay.setSingleShot(true);
    m_showDelay.setInterval(showEvery_ms);
    connect(&m_showDelay, &QTimer::timeout, this, &RoofMeasuring::show);
    connect(&m_process, &CaptureProcess::received, this, &RoofMeasuring::take);
    connect(&m_process, &CaptureProcess::logged, this, &RoofMeasuring::log);
    connect(&m_process, &CaptureProcess::printed, this,
            [this](const QString& line) { log(tr("not an event: %1").arg(line)); });
    connect(&m_process, &CaptureProcess::fellSilent, this, &RoofMeasuring::showSilence);
    connect(&m_process, &CaptureProcess::ended, this, &RoofMeasuring::end);
}

void RoofMeasuring::setFolder(const QString& folder)
{
    m_folder = folder.isEmpty() ? defaultMeasuredFolder() : folder;
    m_reader = std::jthread([this, path = m_folder](const std::stop_token& stop) {
        auto sessions = rememberedSessions(path, stop);
        if (stop.stop_requested()) return;
        const auto take = [this, path, sessions = std::move(sessions)] {
            if (path == m_folder) remember(sessions);
        };
        QMetaObject::invokeMethod(this, take, Qt::QueuedConnection);
    });
}

void RoofMeasuring::remember(std::vector<RememberedSession> sessions)
{
    m_remembered = std::move(sessions);
    m_files.setRemembered(roofsOf(m_remembered), Telling::Silent);
    emit remembered();
}

/// The last lines are those that say why something failed.
void RoofMeasuring::log(const QString& line)
{
    constexpr qsizetype most = 9'999; // as many as the log shows, with the line on those dropped
    m_log << line;
    if (m_log.size() <= most) return;
    m_log.removeFirst();
    ++m_logDropped;
}

void RoofMeasuring::start(const MeasureRequest& request)
{
    if (isRunning()) return;
    m_run = {};
    m_path.clear();
    m_isKept = false;
    m_record.end();
    m_log.clear();
    m_logDropped = 0;
    m_arguments = argumentsOf(request);
    m_firstDone = 0;
    m_since.start();
    showProgress();
    m_process.start(captureProgram(m_program), m_arguments);
    emit started();
}

void RoofMeasuring::stop()
{
    m_process.stop();
}

void RoofMeasuring::stopAndWait()
{
    stop();
    m_process.wait();
}

void RoofMeasuring::take(const core::Event& event)
{
    m_run.apply(event);
    m_record.add(event);
    m_banners.remove(silenceKey);
    if (std::holds_alternative<core::Device>(event) && m_path.isEmpty()) begin();
    if (!m_showDelay.isActive()) m_showDelay.start();
}

void RoofMeasuring::show()
{
    QElapsedTimer taken;
    taken.start();
    if (!m_path.isEmpty()) m_files.put(m_path, m_run.session(), m_run.soFar());
    showProgress();
    emit progressed();
    m_showDelay.setInterval(std::max(showEvery_ms, mostShare * static_cast<int>(taken.elapsed())));
}

void RoofMeasuring::begin()
{
    m_path = m_record.begin(m_folder, measuredName(m_run.session()));
    m_files.put(m_path, m_run.session(), std::nullopt);
    emit sessionBegan(m_path);
}

void RoofMeasuring::showProgress()
{
    auto text = tr("Measuring: starting");
    if (!m_run.running().empty())
        text = tr("Measuring: %1, %2 of %3").arg(itemName(m_run.running())).arg(m_run.done() + 1).arg(m_run.total()) +
               restText();
    m_banners.showBanner({measuringKey, BannerKind::Note, text, {{tr("Cancel"), [this] { stop(); }, true}}});
}

/// " · about 12 s left", once a few items tell how long they take.
QString RoofMeasuring::restText() const
{
    constexpr std::uint64_t enough = 3;
    const auto done = m_run.done() - m_firstDone;
    if (done < enough) return {};
    const double perItem_s = static_cast<double>(m_since.elapsed()) * 1e-3 / static_cast<double>(done);
    return tr(" · about %1 s left").arg(qRound(perItem_s * static_cast<double>(m_run.total() - m_run.done())));
}

void RoofMeasuring::showSilence()
{
    m_banners.showBanner({silenceKey,
                          BannerKind::Warning,
                          m_run.running().empty()
                              ? tr("The measuring program doesn't answer; a driver that hangs looks like this.")
                              : tr("No answer for 15 s while %1 is measured.").arg(itemName(m_run.running())),
                          {{tr("Wait"), [this] { m_banners.remove(silenceKey); }}, {tr("Stop"), [this] { stop(); }}}});
}

void RoofMeasuring::end(const CaptureEnd& end)
{
    using Kind = CaptureEnd::Kind;
    const bool failed = end.kind == Kind::Crashed || end.kind == Kind::Refused;
    if (!end.reason.isEmpty() && m_run.isUnderWay()) take(core::Failed{m_run.running(), end.reason.toStdString()});
    m_showDelay.stop();
    m_run.end();
    for (const auto& key : {measuringKey, silenceKey}) m_banners.remove(key);
    if (m_logDropped > 0)
        m_log.prepend(counted(m_logDropped, tr("1 earlier line was dropped"), tr("%1 earlier lines were dropped")));
    emit reported(tr("Measuring roofs"), m_log);
    if (!m_path.isEmpty()) keep();
    showEnd(end);
    if (failed) emit logWanted();
    emit progressed();
    emit ended();
}

/// What came stays, whatever ended the run; without a single result there is nothing to keep.
void RoofMeasuring::keep()
{
    const auto& session = m_run.session();
    m_files.put(m_path, session, std::nullopt);
    if (session.ceilings.empty() && session.figures.empty() && session.curves.empty()) {
        m_record.remove();
        return m_files.close(m_path);
    }
    m_record.end();
    m_isKept = m_files.keep(m_path);
    if (m_isKept) {
        std::erase_if(m_remembered, [this](const RememberedSession& kept) { return kept.path == m_path; });
        m_remembered.insert(m_remembered.begin(), {m_path, std::make_shared<const core::Session>(session)});
    }
    m_files.setRemembered(roofsOf(m_remembered), Telling::Banner);
}

void RoofMeasuring::showEnd(const CaptureEnd& end)
{
    using Kind = CaptureEnd::Kind;
    const bool began = !m_run.running().empty();
    const auto itemsText = counted(static_cast<double>(m_run.total()), tr("1 item"), tr("%1 items"));
    switch (end.kind) {
    case Kind::Finished: return showFinished();
    case Kind::Stopped:
        if (m_run.done() == 0)
            return m_banners.showBanner(
                {measuringKey, BannerKind::Note, tr("Cancelled before anything was measured.")});
        m_banners.showBanner({measuringKey, BannerKind::Note,
                              tr("Cancelled after %1 of %2. ").arg(m_run.done()).arg(itemsText) + keptText()});
        return;
    case Kind::Refused:
        if (began) break;
        m_banners.showBanner({measuringKey, BannerKind::Error, tr("Roofs can't be measured: %1.").arg(end.reason)});
        return;
    case Kind::Crashed:
    case Kind::Hung: break;
    }
    auto text = tr("Measuring ended early: %1").arg(end.reason);
    if (began) text += tr(" during %1").arg(itemName(m_run.running()));
    text += QStringLiteral(". ") + keptText();
    std::vector<BannerAction> actions{{tr("Show log"), [this] { emit logWanted(); }}};
    if (m_run.done() < m_run.total()) actions.push_back({tr("Try the rest"), [this] { goOn(); }});
    m_banners.showBanner({measuringKey, BannerKind::Error, text, std::move(actions)});
}

QString RoofMeasuring::keptText() const
{
    const auto roofs = static_cast<double>(m_run.session().ceilings.size());
    if (roofs > 0 && !m_isKept)
        return counted(roofs, tr("1 roof is open, not saved: File > Save session as… keeps it."),
                       tr("%1 roofs are open, not saved: File > Save session as… keeps them."));
    return counted(roofs, tr("1 roof is kept."), tr("%1 roofs are kept."));
}

void RoofMeasuring::showFinished()
{
    const auto& session = m_run.session();
    const auto failed = std::ranges::count(m_run.rows(), RoofRow::State::Failed, &RoofRow::state);
    const auto roofs = counted(static_cast<double>(session.ceilings.size()), tr("1 roof"), tr("%1 roofs"));
    auto text = tr("%1 measured, spread %2").arg(roofs, typicalSpread(session));
    text += m_isKept ? tr(", saved for this GPU.") : tr(", not saved: File > Save session as… keeps them.");
    if (failed > 0) text += tr(" %1 failed: the list says why.").arg(failed);
    std::vector<BannerAction> actions;
    if (const auto* last = lastOf(m_remembered, session, m_path))
        if (const auto change = largestChange(*last->session, session)) {
            text +=
                tr(" %1 is at %2 of last time, at the same clock.").arg(roofName(change->now), percent(change->ratio));
            actions.push_back({tr("Open last time's"), [this, path = last->path] { m_files.open({path}); }});
        }
    m_banners.showBanner({measuringKey, failed > 0 ? BannerKind::Warning : BannerKind::Note, text, std::move(actions)});
}

void RoofMeasuring::goOn()
{
    if (isRunning() || m_run.running().empty()) return;
    m_firstDone = m_run.done();
    m_since.restart();
    show(); // from now on its file changes as it is measured
    m_record.goOn();
    m_process.start(captureProgram(m_program), m_arguments + QStringList{QStringLiteral("--continue-after=") +
                                                                         QString::fromStdString(m_run.running())});
    emit started();
}

} // namespace app
