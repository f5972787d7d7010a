-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS accounts_by_player_name_trigram;
CREATE INDEX CONCURRENTLY accounts_by_player_name_trigram ON accounts USING gin (lower(player_name) public.gin_trgm_ops) WITH (fastupdate = off);
