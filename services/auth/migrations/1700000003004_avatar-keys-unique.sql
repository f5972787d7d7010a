-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS accounts_by_avatar_key;
CREATE UNIQUE INDEX CONCURRENTLY accounts_by_avatar_key ON accounts (avatar_key);
