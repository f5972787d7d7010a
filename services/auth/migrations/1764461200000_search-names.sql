-- no transaction
-- Beginnings of names, for text that has no trigrams.
DROP INDEX CONCURRENTLY IF EXISTS accounts_by_username_folded;
CREATE INDEX CONCURRENTLY accounts_by_username_folded ON accounts (search_fold(username) text_pattern_ops);
DROP INDEX CONCURRENTLY IF EXISTS accounts_by_global_name_folded;
CREATE INDEX CONCURRENTLY accounts_by_global_name_folded ON accounts (search_fold(global_name) text_pattern_ops);
DROP INDEX CONCURRENTLY IF EXISTS accounts_by_player_name_folded;
CREATE INDEX CONCURRENTLY accounts_by_player_name_folded ON accounts (search_fold(player_name) text_pattern_ops);
-- Names that are deleted later, or with their account.
DROP INDEX CONCURRENTLY IF EXISTS former_names_by_until;
CREATE INDEX CONCURRENTLY former_names_by_until ON former_names (until);
DROP INDEX CONCURRENTLY IF EXISTS account_numbers_named;
CREATE INDEX CONCURRENTLY account_numbers_named ON account_numbers (account_id) WHERE shown_name IS NOT NULL;
