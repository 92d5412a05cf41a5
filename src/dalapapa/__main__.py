"""`python -m dalapapa` is `dalapapa`."""

from dalapapa.cli import main

main()
