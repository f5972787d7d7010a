-- Tickets that a team answers: who has which, what waits for the player, replies, and answers written once.

ALTER TABLE tickets
  -- Answered, so it is the player's turn, unless it is resolved: pods of the previous release resolve without clearing it.
  ADD waiting        boolean NOT NULL DEFAULT false,
  -- Null and empty: no one.
  ADD assignee_id    bigint,
  ADD assignee       text NOT NULL DEFAULT '',
  ADD first_reply_at timestamptz,
  -- The order and battle it is about; empty for none.
  ADD order_id       text NOT NULL DEFAULT '',
  ADD battle_id      text NOT NULL DEFAULT '',
  ADD CONSTRAINT tickets_assignee CHECK ((assignee_id IS NULL) = (assignee = '')) NOT VALID;

UPDATE tickets SET first_reply_at = answered.first_at, waiting = NOT resolved
FROM (SELECT ticket_id, min(at) AS first_at FROM ticket_entries WHERE kind = 'answer' GROUP BY ticket_id) AS answered
WHERE ticket_id = tickets.id;

-- Order of what is due, the most urgent first. Not parallel: to merge what workers read takes longer than to read a far page.
CREATE FUNCTION ticket_urgency(priority text) RETURNS smallint LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE priority WHEN 'Urgent' THEN 0::smallint WHEN 'High' THEN 1::smallint WHEN 'Normal' THEN 2::smallint
    ELSE 3::smallint END
$$;

ALTER TABLE ticket_entries DROP CONSTRAINT ticket_entries_kind_check;
ALTER TABLE ticket_entries ADD CONSTRAINT ticket_entries_kind_check CHECK (kind IN ('answer', 'note', 'original', 'reply')) NOT VALID;

-- Answers written once. Fields such as {player} are filled by the page.
CREATE TABLE canned_answers (
  id         uuid PRIMARY KEY,
  title      text NOT NULL,
  text       text NOT NULL,
  version    integer NOT NULL DEFAULT 1,
  changed_at timestamptz NOT NULL,
  changed_by text NOT NULL
);
