-- Checks of 1764300000200_tickets_for_a_team.sql, on the rows from before. Reads and writes go on meanwhile.
ALTER TABLE tickets VALIDATE CONSTRAINT tickets_assignee;
ALTER TABLE ticket_entries VALIDATE CONSTRAINT ticket_entries_kind_check;
