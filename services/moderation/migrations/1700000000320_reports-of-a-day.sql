-- Up Migration

-- How much an account has reported within a day: also what was deleted since, which reports_by_reporter does not have.
CREATE INDEX reports_of_reporter ON reports (reporter_id, created_at);
