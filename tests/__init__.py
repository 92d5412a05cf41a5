"""The tests mirror src: tests/<room>/ tests src/dalapapa/<room>/."""
