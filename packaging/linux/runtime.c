/* Runtime of the AppImage: the program in front of its squashfs image.
 *
 * At the first start it unpacks the image into the user's cache folder, and then always runs AppRun from there. It needs
 * neither FUSE nor root. Images of other versions are removed from the cache unless they are running.
 * Built by appimage.sh, which has the list of libraries.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <dirent.h>
#include <elf.h>
#include <err.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <squashfuse/squashfuse.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 1 << 20 };

/* Compressions that the image never uses. LZO's library is under the GPL, which this program is not. */
int lzo1x_decompress_safe(void) { return -1; }
int LZ4_decompress_safe(void) { return -1; }
int lzma_stream_buffer_decode(void) { return -1; }
int uncompress(void) { return -1; }

/* Return a formatted path, which is never freed. */
static char *path(const char *format, ...)
{
    char *text;
    va_list values;
    va_start(values, format);
    if (vasprintf(&text, format, values) < 0)
        err(1, "holland44");
    va_end(values);
    return text;
}

/* Return where the image begins: behind the section table, which is the end of a stripped program. */
static size_t image_offset(int self)
{
    Elf64_Ehdr head;
    if (pread(self, &head, sizeof head, 0) != sizeof head)
        err(1, "holland44");
    return head.e_shoff + head.e_shentsize * head.e_shnum;
}

static void write_file(sqfs *image, sqfs_inode *file, const char *target)
{
    static char block[BLOCK];
    int out = open(target, O_WRONLY | O_CREAT | O_EXCL, file->base.mode & 0777);
    sqfs_off_t size = BLOCK;
    for (sqfs_off_t at = 0; out >= 0 && size == BLOCK; at += size)
        if (sqfs_read_range(image, file, at, &size, block) || write(out, block, size) != size)
            errx(1, "%s cannot be unpacked. Is the disk full?", target);
    if (out < 0 || close(out))
        err(1, "%s", target);
}

static void unpack(sqfs *image, const char *folder)
{
    sqfs_err wrong = SQFS_OK;
    sqfs_traverse walk;
    if (sqfs_traverse_open(&walk, image, sqfs_inode_root(image)))
        errx(1, "the image of this AppImage is damaged");
    while (sqfs_traverse_next(&walk, &wrong)) {
        sqfs_inode file;
        char link[PATH_MAX], *target = path("%s/%s", folder, walk.path);
        size_t size = sizeof link;
        if (walk.dir_end)
            continue;
        if (sqfs_inode_get(image, &file, sqfs_dentry_inode(&walk.entry)))
            errx(1, "the image of this AppImage is damaged");
        if (S_ISDIR(file.base.mode) ? mkdir(target, 0755)
            : S_ISLNK(file.base.mode) ? sqfs_readlink(image, &file, link, &size) || symlink(link, target)
                                      : (write_file(image, &file, target), 0))
            err(1, "%s", target);
        free(target);
    }
    if (wrong)
        errx(1, "the image of this AppImage is damaged");
    sqfs_traverse_close(&walk);
}

static int remove_one(const char *file, const struct stat *state, int kind, struct FTW *place)
{
    (void)state, (void)kind, (void)place;
    return remove(file);
}

static void remove_folder(const char *folder) { nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS); }

/* Remove the images in the cache that no running program has locked. */
static void remove_others(const char *cache, const char *own)
{
    struct dirent **found;
    int count = scandir(cache, &found, NULL, NULL);
    for (int one = 0; one < count; one++) {
        char *folder = path("%s/%s", cache, found[one]->d_name);
        int lock = *found[one]->d_name == '.' || !strcmp(folder, own) ? -1 : open(folder, O_RDONLY | O_DIRECTORY);
        if (lock >= 0 && !flock(lock, LOCK_EX | LOCK_NB))
            remove_folder(folder);
        if (lock >= 0)
            close(lock);
    }
}

/* Return the folder of the unpacked image. It stays locked while the program runs, which inherits the lock. */
static char *unpacked(sqfs *image)
{
    const char *home = getenv("HOME"), *given = getenv("XDG_CACHE_HOME");
    char *parent = given && *given ? path("%s", given) : path("%s/.cache", home ? home : "/tmp");
    char *cache = path("%s/holland44-appimage", parent);
    char *folder = path("%s/%08x-%zx", cache, image->sb.mkfs_time, (size_t)image->sb.bytes_used);
    mkdir(parent, 0700);
    mkdir(cache, 0700);
    if (access(folder, F_OK)) {
        char *part = path("%s/part-XXXXXX", cache);
        int lock = mkdtemp(part) ? open(part, O_RDONLY | O_DIRECTORY) : -1;
        if (lock < 0 || flock(lock, LOCK_SH))
            err(1, "%s", cache);
        if (isatty(STDERR_FILENO))
            warnx("unpacked once into %s", folder);
        unpack(image, part);
        if (rename(part, folder)) /* another start was faster */
            remove_folder(part);
        remove_others(cache, folder);
    }
    int lock = open(folder, O_RDONLY | O_DIRECTORY);
    if (lock < 0 || flock(lock, LOCK_SH))
        err(1, "%s", folder);
    return folder;
}

int main(int count, char **arguments)
{
    char *self = realpath("/proc/self/exe", NULL);
    int file = self ? open(self, O_RDONLY | O_CLOEXEC) : -1;
    sqfs image;
    if (file < 0)
        err(1, "holland44");
    size_t offset = image_offset(file);
    const char *wish = count > 1 && !strncmp(arguments[1], "--appimage-", 11) ? arguments[1] + 11 : "";
    if (!strcmp(wish, "offset"))
        return printf("%zu\n", offset) < 0;
    if (sqfs_init(&image, file, offset))
        errx(1, "the image of this AppImage is damaged");
    if (!strcmp(wish, "extract")) {
        if (mkdir("squashfs-root", 0755))
            err(1, "squashfs-root");
        unpack(&image, "squashfs-root");
        return 0;
    }
    if (*wish && strcmp(wish, "extract-and-run"))
        errx(2, "this AppImage only knows --appimage-offset, --appimage-extract and --appimage-extract-and-run");
    if (*wish) /* which it always does */
        arguments++;
    char *folder = unpacked(&image), *run = path("%s/AppRun", folder);
    setenv("APPIMAGE", self, 1);
    setenv("APPDIR", folder, 1);
    setenv("ARGV0", arguments[0], 1);
    execv(run, arguments);
    err(1, "%s", run);
}
