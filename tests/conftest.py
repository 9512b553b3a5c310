"""For all tests: Ctrl-C works in what they start, also where they themselves run in the background."""

import signal

# A shell starts background jobs with SIGINT ignored, and what they start inherits that.
signal.signal(signal.SIGINT, signal.default_int_handler)
