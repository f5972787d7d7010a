-- no transaction
-- Ids of accounts are drawn by lot (domain/account-id.ts), so they say nothing about who came when: the newest are found by time.
DROP INDEX CONCURRENTLY IF EXISTS accounts_by_age;
CREATE INDEX CONCURRENTLY accounts_by_age ON accounts (created_at, id);
