#include "tools/picture.h"

#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/play/draw.h"
#include "tools/plot_script.h"

namespace niemen::tools {

std::string picture_of(const play::AnyGame& any, const play::AnyState& state,
                       const play::Country& country, int reach) {
  auto svg = play::draw_svg(any, any.whole_view(state), country, reach);
  if (svg.empty())
    throw core::InputError("the games of " + any.info().mechanism + " cannot be drawn");
  return svg;
}

std::string picture_of_view(const play::AnyGame& any, const play::View& view,
                            const play::Country& country) {
  auto svg = play::draw_svg(any, view, country);
  if (svg.empty())
    throw core::InputError("the games of " + any.info().mechanism + " cannot be drawn");
  return svg;
}

void write_picture(const std::filesystem::path& file, const std::string& svg) {
  core::write_file(file, file.extension() == ".png" ? png_of(svg) : svg);
}

std::vector<std::filesystem::path> draw_turns(const play::AnyGame& game,
                                              const std::vector<play::DiaryTurn>& diary,
                                              const play::Country& country,
                                              const std::filesystem::path& folder) {
  if (game.board().spaces.empty())
    throw core::InputError("the games of " + game.info().mechanism + " cannot be drawn so");
  std::filesystem::create_directories(folder);
  std::vector<std::filesystem::path> files;
  for (const auto& turn : diary) {
    files.push_back(folder / ("turn-" + std::to_string(turn.turn) + ".svg"));
    core::write_file(files.back(), play::draw_svg(game, turn.closing, country));
  }
  return files;
}

}  // namespace niemen::tools
