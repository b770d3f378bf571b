"""All measurements, one after the other, in one run: `make bench`."""

from bench import daemon, rules, table

if __name__ == "__main__":
    for part in (rules, table, daemon):
        part.main()
        print()
