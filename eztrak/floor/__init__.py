"""The histories of all tables in one PostgreSQL database, for the office. The only room that knows psycopg."""
