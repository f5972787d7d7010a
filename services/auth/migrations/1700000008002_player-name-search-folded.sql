-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS accounts_by_player_name_trigram_folded;
CREATE INDEX CONCURRENTLY accounts_by_player_name_trigram_folded ON accounts USING gin (search_fold(player_name) public.gin_trgm_ops) WITH (fastupdate = off);
