"""What must be fast, measured: `python -m bench.rules`."""
