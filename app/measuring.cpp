// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/measuring.h"

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
    QStringList arguments{QLatin1String(rowOf(request.subject).command)};
    if (!request.device.isEmpty()) arguments << QStringLiteral("--device") << request.device;
    return arguments + request.arguments;
}

/// The median over roofs, kernels and points: a noisy one doesn't speak for all.
QString typicalSpread(const core::Session& session)
{
    std::vector<double> spreads;
    const auto take = [&](const std::optional<core::Spread>& samples) {
        if (const auto ratio = samples ? core::halfSpreadRatio(*samples) : std::nullopt) spreads.push_back(*ratio);
    };
    for (const auto& ceiling : session.ceilings) take(ceiling.samples);
    for (const auto& kernel : session.kernels) take(kernel.duration_samples);
    for (const auto& curve : session.curves)
        for (std::size_t i = 0; i < curve.n.size(); ++i)
            if (curve.n[i] > 1) take(core::Spread{curve.y[i], curve.p10[i], curve.p90[i], curve.n[i]});
    return spreads.empty() ? QString(enDash) : finePercent(core::percentile(spreads, 0.5));
}

} // namespace

Measuring::Measuring(SessionFiles& files, BannerArea& banners, QObject* parent)
    : QObject(parent), m_files(files), m_banners(banners)
{
    m_showDelay.setSingleShot(true);
    m_showDelay.setInterval(showEvery_ms);
    connect(&m_showDelay, &QTimer::timeout, this, &Measuring::show);
    connect(&m_process, &CaptureProcess::received, this, &Measuring::take);
    connect(&m_process, &CaptureProcess::logged, this, &Measuring::log);
    connect(&m_process, &CaptureProcess::printed, this,
            [this](const QString& line) { log(tr("not an event: %1").arg(line)); });
    connect(&m_process, &CaptureProcess::fellSilent, this, &Measuring::showSilence);
    connect(&m_process, &CaptureProcess::ended, this, &Measuring::end);
}

void Measuring::setFolder(const QString& folder)
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

void Measuring::remember(std::vector<RememberedSession> sessions)
{
    m_remembered = std::move(sessions);
    m_files.setRemembered(roofsOf(m_remembered), Telling::Silent);
    emit remembered();
}

/// The last lines are those that say why something failed.
void Measuring::log(const QString& line)
{
    constexpr qsizetype most = 9'999; // as many as the log shows, with the line on those dropped
    m_log << line;
    if (m_log.size() <= most) return;
    m_log.removeFirst();
    ++m_logDropped;
}

void Measuring::start(const MeasureRequest& request)
{
    if (isRunning()) return;
    m_run = CaptureRun(request.subject);
    m_path.clear();
    m_isKept = false;
    m_record.end();
    m_log.clear();
    m_logDropped = 0;
    m_arguments = argumentsOf(request);
    m_firstOver = 0;
    m_since.start();
    showProgress();
    m_process.start(captureProgram(m_program), m_arguments);
    emit started();
}

void Measuring::stop()
{
    m_process.stop();
}

void Measuring::stopAndWait()
{
    stop();
    m_process.wait();
}

void Measuring::take(const core::Event& event)
{
    m_run.apply(event);
    m_record.add(event);
    m_banners.remove(silenceKey);
    if (std::holds_alternative<core::Device>(event) && m_path.isEmpty()) begin();
    if (!m_showDelay.isActive()) m_showDelay.start();
}

void Measuring::show()
{
    QElapsedTimer taken;
    taken.start();
    if (!m_path.isEmpty()) m_files.put(m_path, m_run.session(), m_run.soFar());
    showProgress();
    emit progressed();
    m_showDelay.setInterval(std::max(showEvery_ms, mostShare * static_cast<int>(taken.elapsed())));
}

void Measuring::begin()
{
    m_path = m_record.begin(m_folder, measuredName(m_run.session(), QLatin1String(subject().file_word)));
    m_files.put(m_path, m_run.session(), std::nullopt);
    emit sessionBegan(m_path);
}

void Measuring::showProgress()
{
    auto text = tr("Measuring: starting");
    if (!m_run.running().empty()) {
        const auto number = std::min(m_run.over() + 1, m_run.total());
        text = tr("Measuring: %1, %2 of %3").arg(itemName(m_run.running())).arg(number).arg(m_run.total()) + restText();
    }
    m_banners.showBanner({measuringKey, BannerKind::Note, text, {{tr("Cancel"), [this] { stop(); }, true}}});
}

/// " · about 12 s left", once a few items tell how long they take.
QString Measuring::restText() const
{
    constexpr std::uint64_t enough = 3;
    if (m_run.over() < m_firstOver + enough) return {};
    const double perItem_s =
        static_cast<double>(m_since.elapsed()) * 1e-3 / static_cast<double>(m_run.over() - m_firstOver);
    return tr(" · about %1 s left").arg(qRound(perItem_s * static_cast<double>(m_run.total() - m_run.over())));
}

void Measuring::showSilence()
{
    m_banners.showBanner({silenceKey,
                          BannerKind::Warning,
                          m_run.running().empty()
                              ? tr("The measuring program doesn't answer; a driver that hangs looks like this.")
                              : tr("No answer for 15 s while %1 is measured.").arg(itemName(m_run.running())),
                          {{tr("Wait"), [this] { m_banners.remove(silenceKey); }}, {tr("Stop"), [this] { stop(); }}}});
}

void Measuring::end(const CaptureEnd& end)
{
    using Kind = CaptureEnd::Kind;
    const bool failed = end.kind == Kind::Crashed || end.kind == Kind::Refused;
    if (!end.reason.isEmpty() && m_run.isUnderWay()) take(core::Failed{m_run.running(), end.reason.toStdString()});
    m_showDelay.stop();
    m_run.end();
    for (const auto& key : {measuringKey, silenceKey}) m_banners.remove(key);
    if (m_logDropped > 0)
        m_log.prepend(counted(m_logDropped, tr("1 earlier line was dropped"), tr("%1 earlier lines were dropped")));
    emit reported(words(subject().title), m_log);
    if (!m_path.isEmpty()) keep();
    showEnd(end);
    if (failed) emit logWanted();
    emit progressed();
    emit ended();
}

/// What came stays, whatever ended the run; without a single result there is nothing to keep.
void Measuring::keep()
{
    const auto& session = m_run.session();
    m_files.put(m_path, session, std::nullopt);
    if (session.ceilings.empty() && session.figures.empty() && session.curves.empty() && session.kernels.empty()) {
        m_record.remove();
        return m_files.close(m_path);
    }
    m_record.end();
    m_isKept = m_files.keep(m_path);
    if (m_isKept) emit kept(m_path);
    if (m_isKept && bringsRoofs(session)) {
        std::erase_if(m_remembered, [this](const RememberedSession& kept) { return kept.path == m_path; });
        m_remembered.insert(m_remembered.begin(), {m_path, std::make_shared<const core::Session>(session)});
    }
    m_files.setRemembered(roofsOf(m_remembered), Telling::Banner);
}

void Measuring::showEnd(const CaptureEnd& end)
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
        m_banners.showBanner({measuringKey, BannerKind::Error, words(subject().refused).arg(end.reason)});
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

QString Measuring::keptText() const
{
    const auto& row = subject();
    const auto number = static_cast<double>(results());
    if (number > 0 && !m_isKept) return counted(number, words(row.one_open), words(row.many_open));
    return counted(number, words(row.one_kept), words(row.many_kept));
}

void Measuring::showFinished()
{
    const auto& session = m_run.session();
    const auto failed = std::ranges::count(m_run.rows(), RoofRow::State::Failed, &RoofRow::state);
    const auto results = counted(static_cast<double>(this->results()), words(subject().one), words(subject().many));
    auto text = tr("%1 measured, spread %2").arg(results, typicalSpread(session));
    text += m_isKept ? words(subject().saved) : tr(", not saved: File > Save session as… keeps them.");
    if (failed > 0) text += tr(" %1 failed: the list says why.").arg(failed);
    std::vector<BannerAction> actions;
    for (const auto& remark : m_run.remarks()) text += u'\n' + remark;
    if (!m_run.remarks().isEmpty() && m_run.subject() == Subject::Kernels)
        actions.push_back({tr("How to allow counters"), [this] { emit countersWanted(); }});
    if (const auto* last = lastOf(m_remembered, session, m_path))
        if (const auto change = largestChange(*last->session, session)) {
            text +=
                tr(" %1 is at %2 of last time, at the same clock.").arg(roofName(change->now), percent(change->ratio));
            actions.push_back({tr("Open last time's"), [this, path = last->path] { m_files.open({path}); }});
        }
    const bool isFine = failed == 0 && m_run.remarks().isEmpty();
    m_banners.showBanner({measuringKey, isFine ? BannerKind::Note : BannerKind::Warning, text, std::move(actions)});
}

void Measuring::goOn()
{
    if (isRunning() || m_run.running().empty()) return;
    m_firstOver = m_run.over() + 1;
    m_since.restart();
    show(); // from now on its file changes as it is measured
    m_record.goOn();
    m_process.start(captureProgram(m_program), m_arguments + QStringList{QStringLiteral("--continue-after=") +
                                                                         QString::fromStdString(m_run.running())});
    emit started();
}

} // namespace app
