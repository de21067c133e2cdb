"""slang.py TOP FILE...: what slang says of Verilog-2005 that is not legal, has a port that nobody drives, or an index beyond a vector. Exit 77: pyslang is not installed."""
import sys

try:
    from pyslang import driver
except ImportError:
    sys.exit(77)

# Of its warnings, those about legality and connections. Widths are the business of Verilator; a vector of one bit shifted by one is 0, as the standard says.
HELD = ("unconnected-input-port", "implicit-net", "vector-overflow", "index-oob", "range-oob")

slang = driver.Driver()
slang.addStandardArgs()
words = ["slang", "--std", "1364-2005", "-Wnone", "-Werror", *("-W" + w for w in HELD), "--top", sys.argv[1], *sys.argv[2:]]
good = slang.parseCommandLine(" ".join(words), driver.CommandLineOptions()) and slang.processOptions() and slang.parseAllSources()
sys.exit(not (good and slang.runFullCompilation(True)))
