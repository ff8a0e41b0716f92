// Pictures that the Python scripts of the project draw.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace niemen::tools {

/// Runs `scripts/<name>`, which draws out of the tables in `folder`, with further arguments. Says
/// on standard error when it cannot draw, for want of pandas, say; false then.
bool run_plot_script(const std::string& name, const std::filesystem::path& folder,
                     const std::vector<std::string>& arguments = {});

/// An SVG as PNG, the bytes of the file. Throws InputError when it cannot be drawn, for want of
/// rsvg-convert, say.
std::string png_of(const std::string& svg);

/// What a script of the project makes of its standard input: its standard output. Throws InputError
/// that begins with `failed` and says why, for want of rsvg-convert, say.
std::string made_by_script(const std::string& name, const std::string& input,
                           const std::string& failed);

}  // namespace niemen::tools
