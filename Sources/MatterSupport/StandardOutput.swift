import Glibc

/// Sees to it that what was printed goes out although nobody may read it at a terminal.
func flush() {
    _ = fflush(nil)
}
