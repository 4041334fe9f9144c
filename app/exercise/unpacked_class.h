#pragma once

#include <string>

namespace warploom::app {

/// The folder with the submissions of a class. It can also be a ZIP archive of this folder, as exported by teaching
/// platforms. An archive is unpacked into a temporary folder, which the destructor deletes.
class UnpackedClass {
public:
    /// Unpacks the archive. Files whose names do not end in .cu are created empty, because only their names are
    /// reported. If all files are in a common top-level folder, this folder is omitted. Errors: the errors of
    /// ZipArchive, "file.malformed" if a member is outside of the archive, "file.write".
    explicit UnpackedClass(const std::string& path);
    ~UnpackedClass();
    UnpackedClass(const UnpackedClass&) = delete;
    UnpackedClass& operator=(const UnpackedClass&) = delete;

    /// Returns the path of the temporary folder, or the original path if it is not a ZIP archive.
    const std::string& folder() const { return folder_; }

private:
    void unpack(const std::string& path);

    std::string folder_;
    bool is_temporary_ = false;
};

} // namespace warploom::app
