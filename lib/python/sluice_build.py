"""What setuptools does for this package beside its own: compiles libsluice.so into it."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build
from setuptools.command.build_py import build_py

TOP = Path(__file__).resolve().parents[2]
VERSION = re.search(r'SLUICE_VERSION "(.*)"', (TOP / "spec" / "version.h").read_text()).group(1)


def compile_library(build: Path) -> Path:
    """Has the Makefile compile the shared library, without what it says to debuggers; returns its file."""
    build = Path(os.path.relpath(build, TOP))       # in which make takes no blanks; where the sources are, there may be some
    library = build / "lib" / f"libsluice.so.{VERSION}"
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")}
    # Warnings are for those who change the sources; other compilers have others.
    subprocess.run(["make", f"-j{os.cpu_count() or 1}", f"BUILD={build}", "CFLAGS=-O2", "LDFLAGS=-s", "WARNINGS=", str(library)],
                   cwd=TOP, env=environment, check=True)
    return TOP / library


class Build(build):
    """In a directory of its own: build/ is that of the Makefile."""

    def initialize_options(self) -> None:
        super().initialize_options()
        self.build_base = str(TOP / "lib" / "python" / "build")


class BuildLibrary(build_py):
    """The package with the library in it, which it finds beside its modules."""

    def run(self) -> None:
        super().run()
        package = TOP / "lib" / "python" / "sluice" if self.editable_mode else Path(self.build_lib) / "sluice"
        package.mkdir(parents=True, exist_ok=True)
        work = Path(self.get_finalized_command("build").build_temp).resolve() / "library"
        shutil.copyfile(compile_library(work), package / "libsluice.so")


class LinuxWheel(bdist_wheel):
    """A wheel of one kind of machine and any Python 3: the library is called by ctypes."""

    def initialize_options(self) -> None:
        super().initialize_options()
        self.distribution.has_ext_modules = lambda: True        # which is what setuptools calls a package that is not the same everywhere

    def get_tag(self) -> tuple:
        return ("py3", "none", super().get_tag()[2])
