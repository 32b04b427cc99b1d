# Components: run (overlap-run and the resources), desktop (overlap). CPack makes an archive and a .deb of each.
include(GNUInstallDirs)
set(share ${CMAKE_INSTALL_DATADIR}/overlap)

install(TARGETS overlap-run RUNTIME COMPONENT run)
install(DIRECTORY resources/python resources/workloads resources/machines resources/lessons DESTINATION ${share} COMPONENT run
        PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY engine/listing/python/ engine/frontend/python/ DESTINATION ${share}/python COMPONENT run
        PATTERN "__pycache__" EXCLUDE)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT run)
if(TARGET overlap)
    install(TARGETS overlap RUNTIME COMPONENT desktop)
    install(FILES resources/desktop/overlap.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT desktop)
    install(FILES resources/icons/mark.svg RENAME overlap.svg COMPONENT desktop
            DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()

set(CPACK_PACKAGE_NAME overlap)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_CONTACT "Overlap maintainers")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR "TGZ;DEB")
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_RUN_PACKAGE_DEPENDS "libpython3-stdlib, python3-numpy")
set(CPACK_DEBIAN_RUN_PACKAGE_SUGGESTS python3-matplotlib)
set(CPACK_DEBIAN_DESKTOP_PACKAGE_DEPENDS "overlap-run, fonts-inter, fonts-jetbrains-mono")
set(CPACK_DEBIAN_DESKTOP_PACKAGE_RECOMMENDS fonts-noto-cjk)
set(CPACK_DEBIAN_DESKTOP_PACKAGE_SECTION education)
set(CPACK_DEBIAN_RUN_PACKAGE_SECTION education)
include(CPack)
