-- Up Migration

-- What an amount makes of an order: part of the money may go back.
ALTER TABLE orders
  DROP CONSTRAINT orders_status_check,
  ADD CONSTRAINT orders_status_check CHECK (status IN
    ('open', 'paid', 'cancelled', 'refunded', 'partly_refunded', 'disputed', 'partly_disputed')) NOT VALID;

-- Single refunds, which may fail. `occurred_at` is when the provider says that it happened; null: it does not say.
ALTER TABLE payment_events
  DROP CONSTRAINT payment_events_kind_check,
  ADD CONSTRAINT payment_events_kind_check CHECK (kind IN ('paid', 'cancelled', 'refunded', 'refund', 'dispute')) NOT VALID,
  ADD COLUMN refund_id text,
  ADD COLUMN refund_state text CHECK (refund_state IN ('given', 'failed')),
  ADD COLUMN occurred_at timestamptz,
  ADD CONSTRAINT payment_events_refund_check CHECK
    ((kind = 'refund') = (refund_id IS NOT NULL AND refund_state IS NOT NULL AND amount_cents IS NOT NULL)) NOT VALID;
UPDATE payment_events SET occurred_at = received_at WHERE provider = 'stripe' AND kind IN ('refunded', 'dispute');

UPDATE orders AS o SET status = 'partly_refunded'
WHERE status = 'refunded'
  AND (SELECT count(*) FROM payment_events AS e WHERE e.order_id = o.id AND e.kind = 'paid') = 1
  AND (SELECT max(amount_cents) FROM payment_events AS e WHERE e.order_id = o.id AND e.kind = 'refunded') < o.total_cents;

ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind_check,
  ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN
    ('purchase', 'hold', 'commit', 'release', 'refund', 'refund-failed', 'dispute', 'dispute-won', 'gift', 'activate',
     'reward')) NOT VALID;

-- Notifications that were signed by a provider and could not be read: for a person to look at. Ids, types and amounts
-- alone; the rest of a notification may hold personal data and stays with the provider.
CREATE TABLE unread_notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  -- The event's id, or a digest of what came.
  key text NOT NULL,
  why text NOT NULL,
  about jsonb NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  times integer NOT NULL DEFAULT 1,
  -- When a person was done with it.
  done_at timestamptz,
  UNIQUE (provider, key)
);
CREATE INDEX unread_notifications_by_age ON unread_notifications (last_at);
