-- no transaction
-- Not unique: names from before skeletons may look alike already. Locks keep new ones apart.
DROP INDEX CONCURRENTLY IF EXISTS accounts_by_name_skeleton;
CREATE INDEX CONCURRENTLY accounts_by_name_skeleton ON accounts (name_skeleton);
DROP INDEX CONCURRENTLY IF EXISTS accounts_without_skeleton;
CREATE INDEX CONCURRENTLY accounts_without_skeleton ON accounts (id) WHERE player_name IS NOT NULL AND name_skeleton IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS former_names_by_skeleton;
CREATE INDEX CONCURRENTLY former_names_by_skeleton ON former_names (skeleton);
