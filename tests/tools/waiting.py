"""Waiting for what a program that runs beside the test does."""
import time

MOMENT = 0.05
MOMENTS = 400


def wait_until(condition):
    """Until condition() holds; after twenty seconds the test goes on and says what is wrong."""
    for _ in range(MOMENTS):
        if condition():
            break
        time.sleep(MOMENT)


def has_grown(file, size):
    """Whether the file is there, and longer than `size` bytes."""
    return file.exists() and file.stat().st_size > size
