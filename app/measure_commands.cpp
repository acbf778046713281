// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/measure_commands.h"

#include "app/library/kernel_chooser.h"

#include <algorithm>

namespace app {

MeasureCommands::MeasureCommands(SessionFiles& files, BannerArea& banners, QWidget* window)
    : QObject(window), m_window(window), m_devices(new ChoiceMenu(tr("&Device"), ChoiceMode::One, window)),
      m_measuring(files, banners)
{
    fillDevices({});
    connect(&m_probe, &GpuProbe::finished, this, &MeasureCommands::fillDevices);
    connect(&m_measuring, &Measuring::countersWanted, this, &MeasureCommands::showCounters);
}

void MeasureCommands::setProgram(const QString& path)
{
    m_program = path;
    m_measuring.setProgram(path);
}

void MeasureCommands::probe()
{
    m_probe.start(captureProgram(m_program));
}

void MeasureCommands::fillDevices(const ProbedGpus& gpus)
{
    const auto before = m_devices->chosen();
    m_devices->removeChoices();
    for (std::size_t place = 0; place < gpus.devices.size(); ++place) {
        const auto& device = gpus.devices[place];
        m_devices->addChoice(QString::fromStdString(device.id), gpuText(device))->setChecked(place == 0);
    }
    const auto isHere = [&](const core::Device& device) { return before.contains(QString::fromStdString(device.id)); };
    if (std::ranges::any_of(gpus.devices, isHere)) m_devices->setChosen(before);
    m_devices->setEnabled(!gpus.devices.empty());
}

void MeasureCommands::start(Subject subject, const QStringList& arguments)
{
    m_measuring.start({subject, arguments, m_devices->chosen().value(0)});
}

void MeasureCommands::measure(const RoofRequest& request)
{
    start(Subject::Roofs, argumentsOf(request));
}

const core::Device* MeasureCommands::device() const
{
    const auto& devices = m_probe.result().devices;
    const auto found = std::ranges::find(devices, m_devices->chosen().value(0).toStdString(), &core::Device::id);
    return found == devices.end() ? nullptr : &*found;
}

void MeasureCommands::only()
{
    RoofChooser chooser(Subject::Roofs, m_window);
    chooser.read(captureProgram(m_program));
    if (chooser.exec() == QDialog::Accepted) measure(chooser.request());
}

void MeasureCommands::library()
{
    KernelChooser chooser(device(), m_kernelChoice, m_window);
    connect(&chooser, &KernelChooser::countersWanted, this, &MeasureCommands::showCounters);
    chooser.read(captureProgram(m_program));
    if (chooser.exec() != QDialog::Accepted) return;
    m_kernelChoice = chooser.choice();
    start(Subject::Kernels, argumentsOf(m_kernelChoice));
}

void MeasureCommands::experiments()
{
    RoofChooser chooser(Subject::Experiments, m_window);
    chooser.read(captureProgram(m_program));
    if (chooser.exec() == QDialog::Accepted) start(Subject::Experiments, argumentsOf(chooser.request()));
}

void MeasureCommands::showCounters()
{
    CountersDialog dialog(m_probe, captureProgram(m_program), m_window);
    connect(&dialog, &CountersDialog::checkWanted, this, &MeasureCommands::probe);
    dialog.exec();
}

} // namespace app
