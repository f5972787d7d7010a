-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS accounts_by_trigram_folded;
CREATE INDEX CONCURRENTLY accounts_by_trigram_folded ON accounts USING gin (search_fold(search_text) public.gin_trgm_ops) WITH (fastupdate = off);
