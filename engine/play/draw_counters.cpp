// What stands on the map: stacks of counters, Depots, wagons.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/play/draw_parts.h"

namespace niemen::play::drawing {

namespace {

// In units: half of a commander's diamond, how far Depots and wagons stand below a stack, and half
// of each of them.
constexpr double kRating = 6.6, kSupplyBelow = 15, kSupplyHalf = 7;

/// All counters of one side in one place.
struct Stack {
  int place = -1, side = -1;
  int units = 0;
  bool known = true, counted = false;
  bool infantry = false, cavalry = false, artillery = false;
  int depots = 0, wagons = 0;
  const Counter* commander = nullptr;  ///< the best rating
  int commanders = 0;
  bool disrupted = false, unsupplied = false, moved = false, forced = false;
  std::string words;
};

bool has_state(const Counter& counter, std::string_view state) {
  return std::find(counter.states.begin(), counter.states.end(), state) != counter.states.end();
}

void add(Stack& stack, const Counter& counter) {
  stack.words +=
      fmt::format("{}{}{}", stack.words.empty() ? "" : ", ",
                  counter.count > 1 ? std::to_string(counter.count) + " " : "", counter.name);
  stack.disrupted = stack.disrupted || has_state(counter, "disrupted");
  stack.unsupplied =
      stack.unsupplied || has_state(counter, "unsupplied") || has_state(counter, "out of supply");
  stack.moved = stack.moved || has_state(counter, "moved");
  stack.forced = stack.forced || has_state(counter, "forced march");
  if (counter.kind == "depot") {
    stack.depots += counter.count;
  } else if (counter.kind == "train" || counter.kind == "dummy" || counter.kind == "supply") {
    stack.wagons += counter.count;
  } else if (counter.kind == "commander") {
    ++stack.commanders;
    if (!stack.commander || counter.strength > stack.commander->strength)
      stack.commander = &counter;
  } else {
    stack.units += counter.count;
    stack.known = stack.known && counter.known;
    stack.counted = stack.counted || has_state(counter, "counted");
    stack.infantry = stack.infantry || counter.kind == "infantry";
    stack.cavalry = stack.cavalry || counter.kind == "cavalry";
    stack.artillery = stack.artillery || counter.kind == "artillery";
  }
}

std::vector<Stack> stacks_of(const View& view) {
  std::vector<Stack> stacks;
  for (const auto& counter : view.counters) {
    if (counter.place < 0 || counter.side < 0) continue;
    const auto at = std::find_if(stacks.begin(), stacks.end(), [&](const Stack& stack) {
      return stack.place == counter.place && stack.side == counter.side;
    });
    if (at != stacks.end()) {
      add(*at, counter);
      continue;
    }
    auto& stack = stacks.emplace_back();
    stack.place = counter.place;
    stack.side = counter.side;
    add(stack, counter);
  }
  return stacks;
}

/// Small signs of the arms present: a bar, a bar cut corner to corner, a gun.
std::string arms(const Stack& stack, double x, double y, double u, std::string_view colour) {
  const int number = stack.infantry + stack.cavalry + stack.artillery;
  std::string svg;
  double row = y - (number - 1) * 3.2 * u;
  const auto bar = [&](std::string_view path) {
    svg += fmt::format(
        "<path transform=\"translate({:.1f} {:.1f}) scale({:.3f})\" d=\"{}\" "
        "fill=\"{}\"/>\n",
        x, row, u, path, colour);
    row += 6.4 * u;
  };
  if (stack.infantry) bar("M-5.5 -2.3h11v4.6h-11z");
  if (stack.cavalry) bar("M-5.5 2.3v-4.6h11l-11 4.6zM-4 2.3h9.5v-4z");
  if (stack.artillery) bar("M-5.5 1.2l9-3.6 .7 1.7-5 2a2 2 0 1 1-3.6 .6z");
  return svg;
}

std::string box_svg(const Stack& stack, const SideStyle& style, double x, double y, double u) {
  std::string svg;
  const int shadows = !stack.known ? 0 : stack.units >= 4 ? 2 : stack.units >= 2 ? 1 : 0;
  for (int i = shadows; i > 0; --i)
    svg += shape(style, x + 2.1 * i * u, y - 2.1 * i * u, kStackWidth * u, kStackHeight * u, u,
                 style.fill);
  svg += shape(style, x, y, kStackWidth * u, kStackHeight * u, u, style.fill);
  const auto bold =
      fmt::format("font-family=\"{}\" font-weight=\"700\" text-anchor=\"middle\"", kSans);
  if (!stack.known) {
    svg += shape(style, x, y, kStackWidth * u, kStackHeight * u, u,
                 stack.side == 0 ? "url(#back-a)" : "url(#back-b)");
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"/>\n", x, y,
                       7.5 * u, style.fill);
    return svg + text_at(x, y + 4.6 * u, 13 * u, style.sign,
                         stack.counted ? std::to_string(stack.units) + "?" : "?", bold);
  }
  if (!stack.infantry && !stack.cavalry && !stack.artillery)
    return svg + text_at(x, y + 5.5 * u, 15 * u, style.sign, std::to_string(stack.units), bold);
  svg += text_at(x - 7 * u, y + 5.5 * u, 15 * u, style.sign, std::to_string(stack.units), bold);
  return svg + arms(stack, x + 8 * u, y, u, style.sign);
}

/// A gold disc, or a white diamond, on the right rim.
std::string commander_svg(const Stack& stack, double x, double y, double u) {
  const auto& who = *stack.commander;
  const double right = x + kStackWidth * u / 2;
  std::string svg =
      stack.side == 0 ? fmt::format(
                            "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" "
                            "stroke=\"{}\" stroke-width=\"{:.2f}\"/>\n",
                            right, y, 5.6 * u, kGold, kInk, 0.9 * u)
                      : fmt::format(
                            "<path d=\"M{0:.1f} {1:.1f}l{2:.1f} {2:.1f}l-{2:.1f} {2:.1f}l-{2:.1f} "
                            "-{2:.1f}z\" fill=\"#fff\" stroke=\"{3}\" stroke-width=\"{4:.2f}\"/>\n",
                            right, y - kRating * u, kRating * u, kInk, 0.9 * u);
  if (who.strength != 0)
    svg += text_at(
        right, y + 3.2 * u, 9 * u, kInk, std::to_string(who.strength),
        fmt::format("font-family=\"{}\" font-weight=\"700\" text-anchor=\"middle\"", kSans));
  return svg;
}

std::string states_svg(const Stack& stack, double x, double y, double u) {
  std::string svg;
  const double left = x - kStackWidth * u / 2, right = x + kStackWidth * u / 2;
  if (stack.disrupted)
    svg += fmt::format(
        "<g transform=\"translate({:.1f} {:.1f}) scale({:.3f})\"><path "
        "d=\"M-4 -4h8v8h-8z\" fill=\"#fff\" stroke=\"{}\"/><path d=\"M1 -4l-3 4h4l-3 "
        "4\" fill=\"none\" stroke=\"{}\"/></g>\n",
        left, y + 9 * u, u, kInk, kInk);
  if (stack.unsupplied)
    svg += fmt::format(
        "<g transform=\"translate({:.1f} {:.1f}) scale({:.3f})\"><circle r=\"4.4\" "
        "fill=\"#fff\" stroke=\"{}\"/><path d=\"M-4 4L4 -4\" stroke=\"{}\"/></g>\n",
        right, y + 9 * u, u, kInk, kInk);
  if (stack.forced)
    svg += fmt::format(
        "<path transform=\"translate({:.1f} {:.1f}) scale({:.3f})\" d=\"M-4 -3.5l3 "
        "3.5-3 3.5M0 -3.5l3 3.5-3 3.5\" fill=\"none\" stroke=\"{}\" "
        "stroke-width=\"1.6\"/>\n",
        left, y - 9 * u, u, kInk);
  else if (stack.moved)
    svg += fmt::format(
        "<path transform=\"translate({:.1f} {:.1f}) scale({:.3f})\" d=\"M-4 0l3 3 "
        "5-7\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n",
        left, y - 9 * u, u, kInk);
  return svg;
}

/// Houses and wagons in a row below.
std::string supply_svg(const Stack& stack, const SideStyle& style, double x, double y, double u) {
  const int number = std::min(stack.depots, 3) + std::min(stack.wagons, 3);
  double at = x - (number - 1) * 6.5 * u;
  std::string svg;
  const auto sign = [&](std::string_view path) {
    svg += fmt::format(
        "<path transform=\"translate({:.1f} {:.1f}) scale({:.3f})\" d=\"{}\" "
        "fill=\"{}\" stroke=\"{}\" stroke-width=\"1.1\"/>\n",
        at, y, u, path, style.fill, style.edge);
    at += 13 * u;
  };
  for (int i = 0; i < std::min(stack.depots, 3); ++i)
    sign("M-5 5v-5l-1.5 0 6.5-6 6.5 6h-1.5v5h-3.5v-4h-3v4z");
  for (int i = 0; i < std::min(stack.wagons, 3); ++i)
    sign("M-6 2v-4q6-5 12 0v4zM-3.5 2a2 2 0 1 1-.1 .2zM6 2a2 2 0 1 1-.1 .2z");
  return svg;
}

std::string stack_svg(const Stack& stack, const SideStyle& style, double x, double y, double u,
                      const std::string& owner) {
  const bool box = stack.units > 0 || !stack.known;
  std::string svg = fmt::format("<g><title>{}: {}</title>\n", escaped(owner), escaped(stack.words));
  if (stack.depots + stack.wagons > 0)
    svg += supply_svg(stack, style, x, y + (box ? kSupplyBelow : 0) * u, u);
  if (box) svg += box_svg(stack, style, x, y, u);
  if (stack.commander) svg += commander_svg(stack, x, y, u);
  if (box) svg += states_svg(stack, x, y, u);
  return svg + "</g>\n";
}

/// The middle of a stack: of two in a place each gives way.
Point middle_of(const Stack& stack, const std::vector<Stack>& stacks, const Board& board,
                double u) {
  constexpr double kShift = 13;
  const auto& centre = board.spaces[static_cast<std::size_t>(stack.place)].centre;
  const bool contested = std::any_of(stacks.begin(), stacks.end(), [&](const Stack& other) {
    return other.place == stack.place && other.side != stack.side;
  });
  return {centre.x, centre.y + (contested ? (stack.side == 0 ? -kShift : kShift) * u : 0)};
}

/// The ground that stacks cover, their Depots and wagons below them.
std::vector<Box> covered_by(const std::vector<Stack>& stacks, const Board& board, double u) {
  std::vector<Box> boxes;
  for (const auto& stack : stacks) {
    const auto at = middle_of(stack, stacks, board, u);
    boxes.push_back(box_about(at, kStackWidth / 2 * u, kStackHeight / 2 * u));
    if (stack.commander) boxes.back().right += kRating * u;
    const int signs = std::min(stack.depots, 3) + std::min(stack.wagons, 3);
    const bool box = stack.units > 0 || !stack.known;
    if (signs > 0)
      boxes.push_back(box_about({at.x, at.y + (box ? kSupplyBelow * u : 0)},
                                signs * kSupplyHalf * u, kSupplyHalf * u));
  }
  return boxes;
}

/// The name of who commands a stack: the middle of its foot.
struct Caption {
  std::string text;
  Point at;
  Box box;
};
constexpr double kCaption = 9.8;  // size, in units

Caption caption_at(const std::string& text, Point at, double u) {
  constexpr double kLetter = 0.5, kAbove = 0.7, kBelow = 0.2;  // of the size
  const double size = kCaption * u;
  const double half = kLetter * size * static_cast<double>(text.size()) / 2;
  return {text, at, {at.x - half, at.y - kAbove * size, at.x + half, at.y + kBelow * size}};
}

/// Above his stack, or where the least is under the name: right of it, left, higher.
Caption caption_of(const Stack& stack, Point middle, double u, const std::vector<Box>& taken) {
  auto text = stack.commander->name;
  if (stack.commanders > 1) text += fmt::format(" +{}", stack.commanders - 1);
  const auto above = caption_at(text, {middle.x, middle.y - (kStackHeight / 2 + 6) * u}, u);
  const double half = (above.box.right - above.box.left) / 2;
  const double right = kStackWidth / 2 * u + (kRating + 2) * u + half;
  const double left = kStackWidth / 2 * u + 2 * u + half;
  auto best = above;
  for (const auto& other : {caption_at(text, {middle.x + right, middle.y + 3 * u}, u),
                            caption_at(text, {middle.x - left, middle.y + 3 * u}, u),
                            caption_at(text, {above.at.x, above.at.y - kCaption * u}, u)})
    if (covered(other.box, taken) < covered(best.box, taken)) best = other;
  return best;
}

std::vector<Caption> captions_of(const std::vector<Stack>& stacks, const Board& board, double u) {
  auto taken = covered_by(stacks, board, u);
  std::vector<Caption> captions;
  for (const auto& stack : stacks) {
    if (!stack.commander) continue;
    captions.push_back(caption_of(stack, middle_of(stack, stacks, board, u), u, taken));
    taken.push_back(captions.back().box);
  }
  return captions;
}

}  // namespace

std::string counters_svg(const Board& board, const View& view, const Scale& scale,
                         const SideStyles& styles) {
  std::string svg;
  const auto style_of = [&](int side) -> const SideStyle& {
    return styles[static_cast<std::size_t>(std::max(side, 0))];
  };
  const double u = scale.unit;
  for (const auto& link : view.links) {
    if (link.from < 0 || link.to < 0) continue;
    const auto& a = board.spaces[static_cast<std::size_t>(link.from)].centre;
    const auto& b = board.spaces[static_cast<std::size_t>(link.to)].centre;
    svg += fmt::format(
        "<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\" "
        "stroke-width=\"{:.2f}\" stroke-dasharray=\"{:.1f} {:.1f}\"/>\n",
        a.x, a.y, b.x, b.y, style_of(link.side).edge, 1.6 * u, 5 * u, 2.6 * u);
  }
  const auto stacks = stacks_of(view);
  for (const auto& stack : stacks) {
    const auto at = middle_of(stack, stacks, board, u);
    svg += stack_svg(stack, style_of(stack.side), at.x, at.y, u, stack.side == 0 ? "A" : "B");
  }
  for (const auto& caption : captions_of(stacks, board, u))
    svg += text_at(caption.at.x, caption.at.y, kCaption * u, kInk, caption.text,
                   "class=\"n\" font-style=\"italic\" font-weight=\"600\"");
  return svg;
}

std::vector<Box> counters_over(const Board& board, const View& view, const Scale& scale) {
  const auto stacks = stacks_of(view);
  auto boxes = covered_by(stacks, board, scale.unit);
  for (const auto& caption : captions_of(stacks, board, scale.unit)) boxes.push_back(caption.box);
  return boxes;
}

std::string marks_svg(const Board& board, const View& view) {
  std::string svg;
  for (std::size_t place = 0; place < view.spaces.size(); ++place)
    for (const auto& mark : view.spaces[place].marks) {
      const bool half = mark.starts_with("half");
      if (!half && mark != "depleted" && mark != "scorched") continue;
      svg += fmt::format("<path d=\"{}\" fill=\"url(#{})\"/>\n",
                         path_of(board.spaces[place].polygon, true), half ? "eaten" : "bare");
    }
  return svg;
}

std::string sample_counter(int side, Point at, double unit, bool face_down,
                           const SideStyles& styles) {
  Stack stack;
  stack.side = side;
  stack.units = face_down ? 1 : 3;
  stack.known = !face_down;
  stack.infantry = stack.cavalry = true;
  return box_svg(stack, styles[static_cast<std::size_t>(side)], at.x, at.y, unit);
}

}  // namespace niemen::play::drawing
