-- Tickets that a team answers: who has which, what waits for the player, replies, and answers written once.

ALTER TABLE tickets
  -- Answered, so it is the player's turn.
  ADD waiting        boolean NOT NULL DEFAULT false,
  -- Null and empty: no one.
  ADD assignee_id    bigint,
  ADD assignee       text NOT NULL DEFAULT '',
  ADD first_reply_at timestamptz,
  -- The order and battle it is about; empty for none.
  ADD order_id       text NOT NULL DEFAULT '',
  ADD battle_id      text NOT NULL DEFAULT '',
  ADD CONSTRAINT tickets_one_state CHECK (NOT (waiting AND resolved)),
  ADD CONSTRAINT tickets_assignee CHECK ((assignee_id IS NULL) = (assignee = ''));

UPDATE tickets SET first_reply_at = answered.first_at, waiting = NOT resolved
FROM (SELECT ticket_id, min(at) AS first_at FROM ticket_entries WHERE kind = 'answer' GROUP BY ticket_id) AS answered
WHERE ticket_id = tickets.id;

ALTER TABLE tickets
  ADD place   smallint NOT NULL GENERATED ALWAYS AS (CASE WHEN resolved THEN 2 WHEN waiting THEN 1 ELSE 0 END) STORED,
  ADD urgency smallint NOT NULL GENERATED ALWAYS AS
    (CASE priority WHEN 'Urgent' THEN 0 WHEN 'High' THEN 1 WHEN 'Normal' THEN 2 ELSE 3 END) STORED;
CREATE INDEX tickets_due ON tickets (place, urgency, id) INCLUDE (resolved, category, priority, assignee_id);
CREATE INDEX tickets_of_assignee ON tickets (assignee_id, place, urgency, id) WHERE assignee_id IS NOT NULL;

ALTER TABLE ticket_entries DROP CONSTRAINT ticket_entries_kind_check;
ALTER TABLE ticket_entries ADD CONSTRAINT ticket_entries_kind_check CHECK (kind IN ('answer', 'note', 'original', 'reply'));

-- Answers written once. Fields such as {player} are filled by the page.
CREATE TABLE canned_answers (
  id         uuid PRIMARY KEY,
  title      text NOT NULL,
  text       text NOT NULL,
  version    integer NOT NULL DEFAULT 1,
  changed_at timestamptz NOT NULL,
  changed_by text NOT NULL
);
