-- Up Migration

-- Stored before the provider is asked: the id is the provider's key for repeats and its reference to us.
CREATE TABLE orders (
  id uuid PRIMARY KEY,
  account_id bigint NOT NULL,
  provider text NOT NULL,
  -- The provider's name of the checkout; null until it is open.
  session_id text,
  total_cents integer NOT NULL CHECK (total_cents > 0),
  currency text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'cancelled', 'refunded', 'disputed')),
  -- Whether the ledger has the purchase.
  granted boolean NOT NULL DEFAULT false,
  -- Rises with each change; part of the ledger's keys.
  revision integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  UNIQUE (session_id, provider)
);
CREATE INDEX orders_by_account ON orders (account_id, created_at DESC);
CREATE INDEX orders_open ON orders (created_at) WHERE status = 'open';

-- Priced when the order was made; later prices change nothing.
CREATE TABLE order_lines (
  order_id uuid NOT NULL REFERENCES orders (id),
  item_id integer NOT NULL,
  name text NOT NULL,
  unit_cents integer NOT NULL CHECK (unit_cents > 0),
  quantity integer NOT NULL CHECK (quantity > 0),
  item text NOT NULL,
  units integer NOT NULL CHECK (units > 0),
  -- Claimed back by refund or dispute: taken from what was unspent, and due but spent already.
  units_withdrawn integer NOT NULL DEFAULT 0 CHECK (units_withdrawn >= 0),
  units_spent integer NOT NULL DEFAULT 0 CHECK (units_spent >= 0),
  PRIMARY KEY (order_id, item_id),
  CHECK (units_withdrawn + units_spent <= units)
);

-- The inbox: every fact about money that a provider has told, once. What an order is worth is read from its facts.
CREATE TABLE payment_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  event_id text NOT NULL,
  -- One event may tell several facts.
  part smallint NOT NULL,
  -- Null: it names a payment of which nobody has said yet whose it is.
  order_id uuid REFERENCES orders (id),
  payment_id text,
  kind text NOT NULL CHECK (kind IN ('paid', 'cancelled', 'refunded', 'dispute')),
  amount_cents bigint,
  currency text,
  dispute_id text,
  dispute_state text CHECK (dispute_state IN ('open', 'won', 'lost')),
  received_at timestamptz NOT NULL,
  UNIQUE (provider, event_id, part)
);
CREATE INDEX payment_events_by_order ON payment_events (order_id);
CREATE INDEX payment_events_by_payment ON payment_events (payment_id, provider);
