-- Up Migration

CREATE TABLE tickets (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id    bigint NOT NULL,
  created_at    timestamptz NOT NULL,
  subject       text NOT NULL,
  message       text NOT NULL,
  category      text NOT NULL CHECK (category IN ('Technical', 'Billing', 'Account', 'Abuse', 'Other')),
  priority      text NOT NULL CHECK (priority IN ('Low', 'Normal', 'High', 'Urgent')),
  resolved      boolean NOT NULL DEFAULT false,
  -- Where a receipt was sent, and the room it is about; empty for none.
  receipt_email text NOT NULL,
  room_id       text NOT NULL,
  -- Lower case once and not with every search.
  searched      text NOT NULL GENERATED ALWAYS AS (lower(subject || E'\n' || message)) STORED
);

-- Pages and totals are found in an index alone where no text is searched for; for that, pages of the table have to be
-- known as visible soon after a change.
ALTER TABLE tickets SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- One's own, and how many lately.
CREATE INDEX tickets_of_account ON tickets (account_id, id DESC) INCLUDE (created_at);
-- The console's pages for each filter, and what it counts for them.
CREATE INDEX tickets_by_state ON tickets (resolved, category, priority, id DESC);
CREATE INDEX tickets_by_resolved ON tickets (resolved, id DESC);
CREATE INDEX tickets_by_category ON tickets (category, id DESC);
CREATE INDEX tickets_by_priority ON tickets (priority, id DESC);
CREATE INDEX tickets_by_text ON tickets USING gin (searched public.gin_trgm_ops) WITH (fastupdate = off);

-- Answers to the player; notes, and messages before they were edited, for administrators alone.
CREATE TABLE ticket_entries (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ticket_id bigint NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  kind      text NOT NULL CHECK (kind IN ('answer', 'note', 'original')),
  text      text NOT NULL,
  by_id     bigint NOT NULL,
  by_name   text NOT NULL,
  at        timestamptz NOT NULL
);
CREATE INDEX ticket_entries_of_ticket ON ticket_entries (ticket_id, id);
