#include "tools/python/tensor.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace niemen::python {

namespace {

// The planes of each side, then those of the ground.
enum SidePlane { kStrength, kCounters, kUnknown, kLeaders, kSupply, kSidePlanes };
constexpr std::array<std::string_view, kSidePlanes> kSidePlaneNames{
    "strength that is known, in steps or factors", "counters",
    "counters that lie face down to the seat", "Commanders and Leaders",
    "Depots, trains and other Supply units"};
enum GroundPlane { kOwned, kMarks, kPoints, kGroundPlanes };
constexpr std::array<std::string_view, kGroundPlanes> kGroundPlaneNames{
    "who controls the place: 1 the seat, -1 the other side, 0 nobody",
    "marks on the place (depleted, besieged, ...)", "victory points that lie in the place"};
constexpr std::array<std::string_view, 2> kWhose{"mine", "theirs"};
constexpr std::array<std::string_view, 5> kPlainScalars{
    "turn, from 1; the set-up is 0", "1 where the seat decides, else 0",
    "1 where the seat is the second side, else 0", "points of the seat, as if play ended now",
    "points of the other side, as if play ended now"};

bool leads(std::string_view kind) {
  return kind.find("commander") != kind.npos || kind.find("leader") != kind.npos;
}
bool supplies(std::string_view kind) {
  return kind.find("depot") != kind.npos || kind.find("train") != kind.npos ||
         kind.find("supply") != kind.npos;
}

/// The track as the seat knows it: "id" of both sides, "id mine", "id theirs".
std::string track_name(const play::Track& track, int seat) {
  if (track.side < 0) return track.id;
  return track.id + (track.side == seat ? " mine" : " theirs");
}

template <class Number>
void fill(const TensorLayout& layout, const play::View& view, play::Side side,
          std::span<Number> numbers);

}  // namespace

TensorLayout tensor_layout(const play::AnyGame& game) {
  TensorLayout layout;
  const auto board = game.board();
  layout.places = board.spaces.size();
  for (const auto& space : board.spaces) layout.points.push_back(static_cast<float>(space.points));
  for (const auto whose : kWhose)
    for (const auto name : kSidePlaneNames)
      layout.planes.push_back(std::string(whose) + ": " + std::string(name));
  for (const auto name : kGroundPlaneNames) layout.planes.emplace_back(name);
  std::set<std::string> tracks;
  const auto start = game.initial();
  for (int side = 0; side < play::kSides; ++side)
    for (const auto& track : game.view(game.observe(start, static_cast<play::Viewer>(side))).tracks)
      tracks.insert(track_name(track, side));
  layout.tracks.assign(tracks.begin(), tracks.end());
  for (const auto name : kPlainScalars) layout.scalars.emplace_back(name);
  for (const auto whose : kWhose)
    layout.scalars.push_back(std::string(whose) + ": strength still to come");
  for (const auto& track : layout.tracks) layout.scalars.push_back("track " + track);
  return layout;
}

void fill_tensor(const TensorLayout& layout, const play::View& view, play::Side side,
                 std::span<float> numbers) {
  fill(layout, view, side, numbers);
}
void fill_tensor(const TensorLayout& layout, const play::View& view, play::Side side,
                 std::span<std::int16_t> numbers) {
  fill(layout, view, side, numbers);
}

namespace {

template <class Number>
void fill(const TensorLayout& layout, const play::View& view, play::Side side,
          std::span<Number> numbers) {
  std::fill(numbers.begin(), numbers.end(), Number{});
  const int seat = play::index(side);
  const auto places = layout.places;
  const auto on_board = [&](int place) {
    return place >= 0 && static_cast<std::size_t>(place) < places;
  };
  const auto scalars = numbers.subspan(layout.planes.size() * places);
  constexpr std::size_t kGround = kWhose.size() * kSidePlanes;
  for (const auto& counter : view.counters) {
    if (counter.side < 0) continue;
    const std::size_t whose = counter.side == seat ? 0 : 1;
    const auto strength = static_cast<Number>(counter.strength * std::max(counter.count, 1));
    if (!on_board(counter.place)) {
      if (counter.arrives > 0) scalars[kPlainScalars.size() + whose] += strength;
      continue;
    }
    const auto at = [&](SidePlane plane) -> Number& {
      return numbers[(whose * kSidePlanes + plane) * places +
                     static_cast<std::size_t>(counter.place)];
    };
    const auto count = static_cast<Number>(counter.count);
    at(kStrength) += strength;
    at(kCounters) += count;
    if (!counter.known) at(kUnknown) += count;
    if (leads(counter.kind)) at(kLeaders) += count;
    if (supplies(counter.kind)) at(kSupply) += count;
  }
  for (std::size_t place = 0; place < std::min(places, view.spaces.size()); ++place) {
    const auto& space = view.spaces[place];
    const auto at = [&](GroundPlane plane) -> Number& {
      return numbers[(kGround + plane) * places + place];
    };
    at(kOwned) = static_cast<Number>(space.owner < 0 ? 0 : space.owner == seat ? 1 : -1);
    at(kMarks) = static_cast<Number>(space.marks.size());
    at(kPoints) = place < layout.points.size() ? static_cast<Number>(layout.points[place]) : 0;
  }
  scalars[0] = static_cast<Number>(view.turn);
  scalars[1] = view.actor == play::actor_of(side) ? 1 : 0;
  scalars[2] = static_cast<Number>(seat);
  for (const auto& line : view.account)
    if (line.side >= 0) scalars[line.side == seat ? 3 : 4] += static_cast<Number>(line.points);
  for (const auto& track : view.tracks) {
    const auto name = track_name(track, seat);
    const auto found = std::lower_bound(layout.tracks.begin(), layout.tracks.end(), name);
    if (found != layout.tracks.end() && *found == name)
      scalars[kPlainScalars.size() + kWhose.size() +
              static_cast<std::size_t>(found - layout.tracks.begin())] =
          static_cast<Number>(track.value);
  }
}

}  // namespace

}  // namespace niemen::python
