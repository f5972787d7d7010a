-- no transaction
-- How much an account has reported within a day: also what was deleted since, which reports_by_reporter does not have.
DROP INDEX CONCURRENTLY IF EXISTS reports_of_reporter;
CREATE INDEX CONCURRENTLY reports_of_reporter ON reports (reporter_id, created_at);
