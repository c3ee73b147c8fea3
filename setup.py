"Builds the package from settings.ini, the one place where it is described."

import re
from configparser import ConfigParser
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
CONFIG = ConfigParser(delimiters=["="])
CONFIG.read(ROOT / "settings.ini", encoding="utf-8")
cfg = CONFIG["DEFAULT"]

STATUS = {"2": "2 - Pre-Alpha", "3": "3 - Alpha", "4": "4 - Beta", "5": "5 - Production/Stable"}
RELATIVE = (
    r"(?![a-z]+:|[#/])([^)\s]+)"  # where a link of Markdown leads, if that is a file of this tree
)


def absolute(text):
    "The README with links and pictures that work on any page, not only beside the files."
    text = re.sub(
        r"(!\[[^][]*\]\()" + RELATIVE, rf"\1{cfg['git_url']}/raw/{cfg['branch']}/\2", text
    )
    return re.sub(r"(\]\()" + RELATIVE, rf"\1{cfg['git_url']}/blob/{cfg['branch']}/\2", text)


class Build(build_py):
    """Leaves out nbdev's index, which is made in a checkout and never committed: a wheel is the
    same wherever it is built.
    """

    def find_package_modules(self, package, package_dir):
        return [
            each
            for each in super().find_package_modules(package, package_dir)
            if each[1] != "_modidx"
        ]


ending = "_requirements"

if __name__ == "__main__":
    setup(
        name=cfg["lib_name"],
        version=cfg["version"],
        description=cfg["description"],
        long_description=absolute((ROOT / "README.md").read_text(encoding="utf-8")),
        long_description_content_type="text/markdown",
        author=cfg["author"],
        keywords=cfg["keywords"].split(),
        license_expression="Apache-2.0",
        license_files=["LICENSE"],
        project_urls={
            "Homepage": cfg["git_url"],
            "Documentation": cfg["doc_host"] + cfg["doc_baseurl"],
            "Source": cfg["git_url"],
            "Changelog": f"{cfg['git_url']}/blob/{cfg['branch']}/CHANGELOG.md",
            "Issues": f"{cfg['git_url']}/issues",
        },
        python_requires=">=" + cfg["min_python"],
        classifiers=[
            f"Development Status :: {STATUS[cfg['status']]}",
            f"Intended Audience :: {cfg['audience']}",
            "Intended Audience :: Education",
            f"Natural Language :: {cfg['language']}",
            "Operating System :: OS Independent",
            "Programming Language :: Python :: 3",
            "Programming Language :: Python :: 3 :: Only",
            *(
                f"Programming Language :: Python :: {each}"
                for each in cfg["python_versions"].split()
            ),
            "Topic :: Scientific/Engineering :: Artificial Intelligence",
            "Topic :: Scientific/Engineering :: Bio-Informatics",
        ],
        packages=find_packages(include=["clfcompare", "clfcompare.*"]),
        package_data={
            "clfcompare": [
                "data/*",
                "data/**/*",
                "py.typed",
                "**/*.pyi",
                "explore/*.js",
                "explore/README.md",
            ]
        },
        cmdclass={"build_py": Build},
        install_requires=cfg["requirements"].split(),
        extras_require={
            key.removesuffix(ending): cfg[key].split() for key in cfg if key.endswith(ending)
        },
        entry_points={"console_scripts": cfg["console_scripts"].split()},
        zip_safe=False,
    )
