"Builds the package from settings.ini, the one place where it is described."
from configparser import ConfigParser
from pathlib import Path

from setuptools import find_packages, setup

root = Path(__file__).parent
config = ConfigParser(delimiters=['='])
config.read(root / 'settings.ini', encoding='utf-8')
cfg = config['DEFAULT']

ending = '_requirements'
extras = {key.removesuffix(ending): cfg[key].split() for key in cfg if key.endswith(ending)}
readme = root / 'README.md'

setup(
    name=cfg['lib_name'],
    version=cfg['version'],
    description=cfg['description'],
    long_description=readme.read_text(encoding='utf-8') if readme.exists() else cfg['description'],
    long_description_content_type='text/markdown',
    author=cfg['author'],
    keywords=cfg['keywords'],
    license='Apache-2.0',
    license_files=['LICENSE'],
    python_requires='>=' + cfg['min_python'],
    classifiers=[
        'Development Status :: 3 - Alpha',
        'Intended Audience :: Science/Research',
        'Intended Audience :: Education',
        'Natural Language :: English',
        'Programming Language :: Python :: 3',
        'Topic :: Scientific/Engineering :: Artificial Intelligence',
    ],
    packages=find_packages(include=['clfcompare', 'clfcompare.*']),
    package_data={'clfcompare': [f'data/**/*.{kind}' for kind in ('csv', 'json', 'npz', 'md', 'gz')]},
    install_requires=cfg['requirements'].split(),
    extras_require=extras,
    entry_points={
        'console_scripts': cfg['console_scripts'].split(),
        'nbdev': [f"{cfg['lib_name']}={cfg['lib_name']}._modidx:d"],
    },
    zip_safe=False,
)
