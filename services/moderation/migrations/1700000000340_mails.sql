-- Up Migration

-- Letters to players: written in the transaction of what they tell of, sent later. A row says whom and what by ids alone; the
-- address and the words are looked up when the letter is sent.
CREATE TABLE mails (
  id         uuid PRIMARY KEY,
  account_id bigint NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('ticket-answered', 'ban-set', 'ban-lifted')),
  -- An answer's id in ticket_entries, or a ban's.
  subject_id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  -- "unsure": the mail server may have taken it or not, and it is not sent again.
  state      text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'failed', 'unsure')),
  changed_at timestamptz NOT NULL,
  -- While it waits: when it is tried next. Whoever tries it puts that off first, so that nobody else does meanwhile.
  due_at     timestamptz NOT NULL,
  tries      integer NOT NULL DEFAULT 0,
  -- What the last try came to, such as "smtp-550"; never what the mail server said, which names addresses.
  outcome    text NOT NULL DEFAULT '',
  UNIQUE (kind, subject_id)
);
CREATE INDEX mails_due ON mails (due_at) WHERE state = 'waiting';
CREATE INDEX mails_waiting_since ON mails (created_at) WHERE state = 'waiting';
CREATE INDEX mails_sending ON mails (changed_at) WHERE state = 'sending';
CREATE INDEX mails_unsure ON mails (id) WHERE state = 'unsure';
CREATE INDEX mails_by_change ON mails (changed_at);
