# What `cmake --install` puts where, and the package that CPack makes of it (scripts/package).
include(GNUInstallDirs)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # nobody waits for the tests to install the program

# The archive that needs no installing brings its libraries along, in lib/niemen beside bin. Its libraries too must
# look there for one another, as DT_RPATH lets them and DT_RUNPATH does not.
set_target_properties(niemen PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/niemen")
target_link_options(niemen PRIVATE -Wl,--disable-new-dtags)
install(TARGETS niemen RUNTIME)

set(niemen_data ${CMAKE_INSTALL_DATADIR}/niemen)
install(DIRECTORY configs experiments DESTINATION ${niemen_data} PATTERN ".*" EXCLUDE)
install(DIRECTORY tools/web/dist/fonts DESTINATION ${niemen_data})
# What the program runs, and what its help tells people to run.
install(PROGRAMS scripts/calibration_plot.py scripts/draw_pdf.py scripts/draw_png.py scripts/example_agent.py scripts/lab_report.py
  scripts/vassal_module.py
  DESTINATION ${niemen_data}/scripts)
install(FILES scripts/house_fonts.py scripts/house_style.py DESTINATION ${niemen_data}/scripts)
install(DIRECTORY scripts/cluster scripts/examples DESTINATION ${niemen_data}/scripts USE_SOURCE_PERMISSIONS
  PATTERN "__pycache__" EXCLUDE)

configure_file(scripts/niemen.1.in niemen.1 @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/niemen.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES README.md NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_NAME niemen)
set(CPACK_PACKAGE_CONTACT "the Niemen authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Napoleonic board wargames: computer opponent and Monte Carlo strategy lab")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Pictures of runs; without them the program says that it has only the tables.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "librsvg2-bin, python3-fonttools, python3-matplotlib, python3-pandas")
include(CPack)
