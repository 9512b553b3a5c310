"""The record on disk: schema, append, chain and seal, replay, verify, history. The only room that knows SQLite."""
