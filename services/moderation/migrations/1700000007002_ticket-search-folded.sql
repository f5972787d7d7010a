-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS tickets_by_text_folded;
CREATE INDEX CONCURRENTLY tickets_by_text_folded ON tickets USING gin (search_fold(searched) public.gin_trgm_ops) WITH (fastupdate = off);
