-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS gifs_by_thumbnail;
CREATE INDEX CONCURRENTLY gifs_by_thumbnail ON gifs USING hash (thumbnail) WHERE thumbnail <> '';
DROP INDEX CONCURRENTLY IF EXISTS saved_gifs_by_thumbnail;
CREATE INDEX CONCURRENTLY saved_gifs_by_thumbnail ON saved_gifs USING hash (thumbnail) WHERE thumbnail <> '';
