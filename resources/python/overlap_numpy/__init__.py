"""NumPy and matplotlib of the system in programs: importing them (packages), modelled time (charging), numbers that
tensors and arrays share (sharing), figures (figures)."""
