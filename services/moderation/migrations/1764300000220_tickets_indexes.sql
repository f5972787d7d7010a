-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS tickets_due;
CREATE INDEX CONCURRENTLY tickets_due ON tickets (resolved, waiting, ticket_urgency(priority), id)
  INCLUDE (category, priority, assignee_id);
DROP INDEX CONCURRENTLY IF EXISTS tickets_of_assignee;
CREATE INDEX CONCURRENTLY tickets_of_assignee ON tickets
  (assignee_id, resolved, waiting, ticket_urgency(priority), id) INCLUDE (category, priority)
  WHERE assignee_id IS NOT NULL;
