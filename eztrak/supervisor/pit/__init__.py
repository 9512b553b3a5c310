"""The pit page: the record in the office's browser, to be read and printed, never written.

A request goes doors (what may come in at all) → entrance (log-in, headers) → pages → tables (a read-only connection a
request) → a template. Flask and waitress are an extra, loaded only when the page is started: the board needs neither.
"""
