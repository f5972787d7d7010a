-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS cups_by_entry;
CREATE INDEX CONCURRENTLY cups_by_entry ON cups USING gin ((record -> 'entries') jsonb_path_ops);
