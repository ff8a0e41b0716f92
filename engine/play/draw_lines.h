// Lines and areas for a map that looks drawn: cut corners, a wave across the line, joined spaces.
#pragma once

#include <vector>

#include "engine/play/view.h"

namespace niemen::play::drawing {

using Line = std::vector<Point>;

/// Chaikin's corner cutting: each corner gives way to two points at a share `cut` of its sides;
/// `times` over. Open lines keep their ends.
Line cut_corners(Line line, double cut, int times, bool closed);

/// A wave of `height` across the line, `length` long, so that a river is no border. Closed lines
/// stay closed.
Line wavy(const Line& line, double height, double length, bool closed);

/// Pieces that share ends, joined into lines as long as they go.
std::vector<Line> joined(std::vector<Line> pieces);

/// The outlines of several polygons together: sides that two of them share are left out. The inside
/// lies to the right of every line, as the board is seen.
std::vector<Line> outlines(const std::vector<Line>& polygons);

/// An outline of outlines(), drawn in by `depth`.
Line drawn_in(const Line& ring, double depth);

bool inside(Point point, const Line& ring);
double distance_to(Point point, const Line& line, bool closed);

}  // namespace niemen::play::drawing
