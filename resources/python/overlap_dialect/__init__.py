"""What the dialects share: operators as methods, sizes as arguments, numbers as text. For the dialects only."""
