"""Code that the dialects share: operators as methods, sizes as arguments, printed numbers. Private to them."""
