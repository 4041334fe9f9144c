#pragma once

#include <string>

namespace warploom::app {

/// The folder with the submissions of a class, which can be a ZIP archive of this folder, as teaching platforms export
/// it. An archive is unpacked into a temporary folder, which the destructor deletes.
class UnpackedClass {
public:
    /// Only the contents of .cu files are unpacked. Other files are created empty, because their names are enough to
    /// report them. If all files are in one folder together, the folder is omitted. Errors: the errors of ZipArchive,
    /// "file.malformed" if a member is outside of the archive, "file.write".
    explicit UnpackedClass(const std::string& path);
    ~UnpackedClass();
    UnpackedClass(const UnpackedClass&) = delete;
    UnpackedClass& operator=(const UnpackedClass&) = delete;

    /// Returns the temporary folder, or the path if it is not a ZIP archive.
    const std::string& folder() const { return folder_; }

private:
    void unpack(const std::string& path);

    std::string folder_;
    bool is_temporary_ = false;
};

} // namespace warploom::app
