"""`python -m dalapapa` is `dalapapa`."""

from dalapapa.cli import main

if __name__ == "__main__":
    main()
