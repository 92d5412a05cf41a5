"""`python -m dalapapa`: the command line."""

from dalapapa.cli import main

main()
