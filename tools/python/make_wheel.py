#!/usr/bin/env python3
"""Writes the built package, its games and players as a wheel: make_wheel.py PACKAGE CONFIGS DIR.

A wheel is a ZIP with a list of its files (PEP 427); nothing but Python's own library is needed.
"""

import base64
import hashlib
import pathlib
import sys
import sysconfig
import zipfile

VERSION = "0.1.0"


def main(package, configs, folder):
    package, configs, folder = map(pathlib.Path, (package, configs, folder))
    compiled = sorted(package.glob("_niemen.*.so"))
    if not compiled:
        sys.exit(f"make_wheel: {package}: the compiled part is missing; build it first")
    tag = "cp{0}-cp{0}-{1}".format(sysconfig.get_config_var("py_version_nodot"),
                                   sysconfig.get_platform().replace("-", "_").replace(".", "_"))
    files = {f"niemen/{file.name}": file.read_bytes()
             for file in sorted(package.iterdir()) if file.is_file()}
    for file in sorted(configs.rglob("*")):
        if file.is_file():
            files[f"niemen/configs/{file.relative_to(configs)}"] = file.read_bytes()
    about = f"niemen-{VERSION}.dist-info"
    files[f"{about}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: niemen\nVersion: {VERSION}\n"
        "Summary: Napoleonic board wargames as fast environments, with computer players\n"
        "License: MIT\nRequires-Python: >=3.11\nRequires-Dist: numpy\n"
        "Requires-Dist: pandas\n").encode()
    files[f"{about}/WHEEL"] = ("Wheel-Version: 1.0\nGenerator: niemen\nRoot-Is-Purelib: false\n"
                               f"Tag: {tag}\n").encode()
    record = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record.append(f"{name},sha256={digest},{len(content)}\n")
    files[f"{about}/RECORD"] = "".join(record + [f"{about}/RECORD,,\n"]).encode()
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"niemen-{VERSION}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content,
                             zipfile.ZIP_DEFLATED)
    print(wheel)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
