#include "app/page/scorm.h"

#include "engine/html.h"
#include "engine/zip_file.h"

namespace warploom::app {

std::string scorm_package(const std::string& id, const std::string& title, const std::string& page) {
    const std::string
        name = html_escaped(title),
        manifest =
            R"(<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="warploom-)" +
            id +
            R"(" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd http://www.imsglobal.org/xsd/imsmd_rootv1p2p1 imsmd_rootv1p2p1.xsd http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="organization">
    <organization identifier="organization">
      <title>)" +
            name + R"(</title>
      <item identifier="item" identifierref="resource" isvisible="true">
        <title>)" +
            name + R"(</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="resource" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/>
    </resource>
  </resources>
</manifest>
)";
    return zip_of({{"imsmanifest.xml", manifest}, {"index.html", page}});
}

} // namespace warploom::app
