# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A wheel holds no symbolic links. The toolkit's are made when it is first used, if its folder may be written to."""
import os

from . import PREFIX

LIST = PREFIX / "links.txt"  # "PATH TARGET", a line each


def make():
    done = PREFIX / ".links-made"
    if done.exists() or not LIST.exists():
        return
    try:
        for line in LIST.read_text().splitlines():
            path, target = line.split()
            link = PREFIX / path
            if not link.is_symlink():
                link.parent.mkdir(parents=True, exist_ok=True)
                os.symlink(target, link)
        done.touch()
    except FileExistsError:
        pass  # another process makes them
    except OSError as error:
        print(f"anywarp: {PREFIX} cannot be written to, so that short names of libraries are missing: {error}")
