# Writes SOURCE, a C++ file that holds the rulings.md of every mechanism below FOLDER.
file(GLOB files RELATIVE ${FOLDER} ${FOLDER}/*/rulings.md)
list(SORT files)
set(arrays "")
set(rows "")
set(number 0)
foreach(file ${files})
  get_filename_component(mechanism ${file} DIRECTORY)
  file(READ ${FOLDER}/${file} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${bytes}")
  # A literal may not be endless: pieces of 64 bytes, joined by the compiler.
  string(REGEX REPLACE "(................................................................................................................................................................................................................................................................)" "\\1\"\n\"" bytes "${bytes}")
  string(APPEND arrays "constexpr char kText${number}[] =\n\"${bytes}\";\n")
  string(APPEND rows "    {\"${mechanism}\", kText${number}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${SOURCE}.new "#include \"tools/rule_book.h\"\n\nnamespace niemen::tools {\nnamespace {\n${arrays}
constexpr Rulings kRulings[] = {\n${rows}};\n}  // namespace\n
std::span<const Rulings> all_rulings() { return kRulings; }\n}  // namespace niemen::tools\n")
execute_process(COMMAND ${CMAKE_COMMAND} -E copy_if_different ${SOURCE}.new ${SOURCE})
file(REMOVE ${SOURCE}.new)
