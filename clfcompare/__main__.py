"`python -m clfcompare` is the command line."

import sys

from clfcompare.report.cli import main

sys.exit(main())
