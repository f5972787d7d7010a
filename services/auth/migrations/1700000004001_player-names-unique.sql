-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS accounts_by_player_name;
CREATE UNIQUE INDEX CONCURRENTLY accounts_by_player_name ON accounts (replace(lower(player_name), ' ', ''));
