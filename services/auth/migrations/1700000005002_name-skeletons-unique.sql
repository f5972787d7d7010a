-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS accounts_by_name_skeleton;
CREATE UNIQUE INDEX CONCURRENTLY accounts_by_name_skeleton ON accounts (name_skeleton);
