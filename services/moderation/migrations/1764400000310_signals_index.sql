-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS jobs_in_order;
CREATE INDEX CONCURRENTLY jobs_in_order ON jobs (category, precedence, opened_at, id)
  INCLUDE (grave, due_at, claimed_until) WHERE closed_at IS NULL;
