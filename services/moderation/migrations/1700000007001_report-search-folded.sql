-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS reports_by_words_folded;
CREATE INDEX CONCURRENTLY reports_by_words_folded ON reports USING gin (search_fold(reason) public.gin_trgm_ops) WITH (fastupdate = off);
