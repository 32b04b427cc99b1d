"""The system's NumPy and matplotlib in programs: importing them (packages), their modelled time (charging), values that
tensors and arrays share (sharing), and figures (figures)."""
