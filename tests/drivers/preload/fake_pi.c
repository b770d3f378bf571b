/* Preloaded into a test: makes a PC look like a Raspberry Pi 3 to rpi-ws281x, and logs what goes over SPI.
 *
 * /proc/cpuinfo and the device tree tell a Pi's revision (FAKE_PI_REVISION, none: they are as they are), /dev/spidev0.0
 * and /dev/gpiomem are files in memory. Each SPI message becomes a line of FAKE_PI_LOG: the clock in Hz, a space, the bytes in hex.
 * While the file FAKE_PI_BROKEN exists, every SPI request fails.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/spi/spidev.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define GPIO_MEMORY_BYTES 0x100000000L /* the library maps it at its address in the Pi; untouched pages cost nothing */

static int spi = -1;
static uint32_t speed_hz;

static int in_memory(const char *name, off_t bytes)
{
    int file = memfd_create(name, 0);
    if (file >= 0 && ftruncate(file, bytes) < 0)
        return -1;
    return file;
}

static int cpuinfo(const char *revision)
{
    int file = memfd_create("cpuinfo", 0);
    dprintf(file, "Hardware\t: BCM2835\nRevision\t: %s\n", revision);
    lseek(file, 0, SEEK_SET);
    return file;
}

static int device_tree(const char *revision)
{
    uint32_t told = htobe32(strtoul(revision, NULL, 16));
    int file = memfd_create("revision", 0);
    if (write(file, &told, sizeof told) < 0)
        return -1;
    lseek(file, 0, SEEK_SET);
    return file;
}

static int fake(const char *path)
{
    const char *revision = getenv("FAKE_PI_REVISION");
    if (revision && !strcmp(path, "/proc/cpuinfo"))
        return cpuinfo(revision);
    if (revision && !strcmp(path, "/proc/device-tree/system/linux,revision"))
        return device_tree(revision);
    if (!strcmp(path, "/dev/spidev0.0"))
        return spi = in_memory("spi", 0);
    if (!strcmp(path, "/dev/gpiomem"))
        return in_memory("gpiomem", GPIO_MEMORY_BYTES);
    return -1;
}

static int open_any(const char *name, const char *path, int flags, mode_t mode)
{
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, name);
    int file = fake(path);
    return file >= 0 ? file : real(path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    return open_any("open", path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    return open_any("open64", path, flags, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    FILE *(*real)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen");
    int file = fake(path);
    return file >= 0 ? fdopen(file, mode) : real(path, mode);
}

static int send(const struct spi_ioc_transfer *message)
{
    FILE *log = fopen(getenv("FAKE_PI_LOG"), "a");
    const uint8_t *bytes = (const uint8_t *)(uintptr_t)message->tx_buf;
    fprintf(log, "%u ", speed_hz);
    for (uint32_t i = 0; i < message->len; i++)
        fprintf(log, "%02x", bytes[i]);
    fputc('\n', log);
    fclose(log);
    return (int)message->len;
}

int ioctl(int file, unsigned long request, ...)
{
    int (*real)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (file != spi || file < 0)
        return real(file, request, argument);
    const char *broken = getenv("FAKE_PI_BROKEN");
    if (broken && !access(broken, F_OK)) {
        errno = EIO;
        return -1;
    }
    if (request == SPI_IOC_WR_MAX_SPEED_HZ)
        speed_hz = *(uint32_t *)argument;
    return request == SPI_IOC_MESSAGE(1) ? send(argument) : 0;
}
