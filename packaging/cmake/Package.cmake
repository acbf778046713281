# SPDX-License-Identifier: Apache-2.0
# What is installed beside the program, and the Debian package: `cpack --preset deb`.
set(desktop "${CMAKE_SOURCE_DIR}/packaging/desktop")
install(FILES "${desktop}/ridgepoint.desktop" DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
install(FILES "${desktop}/ridgepoint.metainfo.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
install(FILES "${desktop}/ridgepoint-mime.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages" RENAME ridgepoint.xml)
install(FILES "${CMAKE_SOURCE_DIR}/resources/icons/ridgepoint.svg"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps")
install(DIRECTORY "${CMAKE_SOURCE_DIR}/resources/samples" DESTINATION "${CMAKE_INSTALL_DATADIR}/ridgepoint")
install(FILES "${CMAKE_SOURCE_DIR}/packaging/debian/copyright" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(manuals ridgepoint.1)
if(RIDGEPOINT_CAPTURE)
  list(APPEND manuals ridgepoint-capture.1)
endif()
foreach(manual IN LISTS manuals)
  add_custom_command(OUTPUT ${manual}.gz
    COMMAND gzip -9 -n -c "${desktop}/${manual}" > ${manual}.gz
    DEPENDS "${desktop}/${manual}" VERBATIM)
  list(APPEND packed "${CMAKE_BINARY_DIR}/${manual}.gz")
endforeach()
add_custom_target(manual ALL DEPENDS ${packed})
install(FILES ${packed} DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")

set(CPACK_PACKAGE_NAME ridgepoint)
set(CPACK_PACKAGE_CONTACT "The Ridgepoint authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "Ridgepoint opens Nsight Compute reports without Nsight Compute, on any machine, with or without
a GPU. It draws every kernel under the roofs of its own device, at each memory level that the
report knows, and says what holds it back.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS qt6-wayland)
include(CPack)
