-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS accounts_without_names;
CREATE INDEX CONCURRENTLY accounts_without_names ON accounts (id) WHERE player_name IS NULL AND shown_as <> 'discord';
