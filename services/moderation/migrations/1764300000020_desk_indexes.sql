-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS reports_pending_of;
CREATE INDEX CONCURRENTLY reports_pending_of ON reports (reported_id, grave, created_at, id)
  INCLUDE (category, reporter_id) WHERE status = 'pending' AND hidden_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS mails_once_by_uuid;
CREATE UNIQUE INDEX CONCURRENTLY mails_once_by_uuid ON mails (kind, subject_uuid) WHERE subject_uuid IS NOT NULL;
