-- Hides reports from the administrator whose own account they are about. Null until moderation sends it.
ALTER TABLE report_states ADD COLUMN reported_id bigint;
