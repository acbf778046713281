// SPDX-License-Identifier: Apache-2.0
// A sweep that teaches something: what is changed, what is measured, what a model says, and what to see. Its lines are
// curves of the session, those of the model among them.
#pragma once

#include "core/figure.h"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <string>
#include <vector>

namespace core {

/// How an axis is divided.
enum class Scale { Linear, Log };
BOOST_DESCRIBE_ENUM(Scale, Linear, Log)

struct Axis {
    std::string title; ///< "Stride"
    std::string unit;  ///< "floats", "byte/s"; empty: a plain number
    Scale scale = Scale::Linear;

    friend bool operator==(const Axis&, const Axis&) = default;
};
BOOST_DESCRIBE_STRUCT(Axis, (), (title, unit, scale))

/// A value to look out for on an axis: where a cache ends, where a roof is.
struct Mark {
    double value = 0; ///< > 0, in the axis' unit
    std::string label;

    friend bool operator==(const Mark&, const Mark&) = default;
};
BOOST_DESCRIBE_STRUCT(Mark, (), (value, label))

struct Experiment {
    std::string name; ///< "stride", as Curve::experiment
    std::string title;
    Axis x;             ///< what is swept
    Axis y;             ///< what is measured
    std::string model;  ///< in a sentence, with its formula; empty: none
    std::string lesson; ///< in a sentence: what to see
    std::vector<Mark> x_marks;
    std::vector<Mark> y_marks;
    std::string device_id;

    friend bool operator==(const Experiment&, const Experiment&) = default;
};
BOOST_DESCRIBE_STRUCT(Experiment, (), (name, title, x, y, model, lesson, x_marks, y_marks, device_id))

struct Session;

/// A point of a line: "read_by_stride.16".
std::string pointName(const std::string& line, double x);

/// The curves of an experiment on its device, in the order of measuring; of two with the same name and origin, which
/// `cat a b` may bring, the later.
std::vector<const Curve*> linesOf(const Session& session, const Experiment& experiment);

} // namespace core
