-- Stored before the provider is asked: the id is the provider's idempotency key and its reference to us.
CREATE TABLE orders (
  id uuid PRIMARY KEY,
  account_id bigint NOT NULL,
  provider text NOT NULL,
  -- The provider's name of the checkout; null until it is open.
  session_id text,
  total_cents integer NOT NULL CHECK (total_cents > 0),
  currency text NOT NULL,
  status text NOT NULL DEFAULT 'open'
    CHECK (status IN ('open', 'paid', 'cancelled', 'refunded', 'partly_refunded', 'disputed', 'partly_disputed')),
  -- True once the ledger has the purchase.
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
  -- Claimed back by refund or dispute: units taken from what was unspent, and units due but spent already.
  units_withdrawn integer NOT NULL DEFAULT 0 CHECK (units_withdrawn >= 0),
  units_spent integer NOT NULL DEFAULT 0 CHECK (units_spent >= 0),
  PRIMARY KEY (order_id, item_id),
  CHECK (units_withdrawn + units_spent <= units)
);

-- The inbox: every payment event of a provider, once. An order's status follows from its events.
CREATE TABLE payment_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  event_id text NOT NULL,
  -- One notification can hold several events.
  part smallint NOT NULL,
  -- Null: it names a payment whose order is not known yet.
  order_id uuid REFERENCES orders (id),
  payment_id text,
  kind text NOT NULL CHECK (kind IN ('paid', 'cancelled', 'refunded', 'refund', 'dispute')),
  amount_cents bigint,
  currency text,
  dispute_id text,
  dispute_state text CHECK (dispute_state IN ('open', 'won', 'lost')),
  -- Of a single refund, which may fail.
  refund_id text,
  refund_state text CHECK (refund_state IN ('given', 'failed')),
  -- The provider's time of the event; null: it gives none.
  occurred_at timestamptz,
  received_at timestamptz NOT NULL,
  UNIQUE (provider, event_id, part),
  CONSTRAINT payment_events_refund_check CHECK
    ((kind = 'refund') = (refund_id IS NOT NULL AND refund_state IS NOT NULL AND amount_cents IS NOT NULL))
);
CREATE INDEX payment_events_by_order ON payment_events (order_id);
CREATE INDEX payment_events_by_payment ON payment_events (payment_id, provider);

-- Signed notifications that could not be read, for a person to look at. Only ids, types and amounts: the rest may hold
-- personal data and stays with the provider.
CREATE TABLE unread_notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  -- The event's id, or a digest of the notification.
  key text NOT NULL,
  why text NOT NULL,
  about jsonb NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  times integer NOT NULL DEFAULT 1,
  -- When a person finished with it.
  done_at timestamptz,
  UNIQUE (provider, key)
);
CREATE INDEX unread_notifications_by_age ON unread_notifications (last_at);

-- Items by double entry. Balances are sums of entries and are stored nowhere.
CREATE TABLE ledger_transactions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  idempotency_key text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN
    ('purchase', 'hold', 'commit', 'release', 'refund', 'refund-failed', 'dispute', 'dispute-won', 'gift', 'activate',
     'reward')),
  -- Of a gift: the giver and the reason.
  actor_id bigint,
  note text,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE ledger_entries (
  transaction_id bigint NOT NULL REFERENCES ledger_transactions (id),
  account text NOT NULL CHECK (account IN ('available', 'held', 'sold', 'used', 'withdrawn', 'gifted', 'rewarded')),
  -- The player; null for the shop's own accounts.
  account_id bigint,
  item text NOT NULL,
  amount integer NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (transaction_id, item, account),
  CHECK ((account IN ('available', 'held')) = (account_id IS NOT NULL))
);
-- Covers the columns of a player's sums, so that they are read from the index alone.
CREATE INDEX ledger_entries_of_player ON ledger_entries (account_id, account, item) INCLUDE (amount)
  WHERE account_id IS NOT NULL;

CREATE FUNCTION ledger_must_balance() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF (SELECT sum(amount) FROM ledger_entries WHERE transaction_id = NEW.transaction_id AND item = NEW.item) <> 0 THEN
    RAISE EXCEPTION 'the entries of ledger transaction % do not sum to zero', NEW.transaction_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_must_balance();

CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % of % is refused', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- Items set aside, once for each key. Without an account: a key that was released before its hold arrived.
CREATE TABLE holds (
  key text PRIMARY KEY,
  account_id bigint,
  item text,
  state text NOT NULL CHECK (state IN ('held', 'committed', 'released')),
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  CHECK ((state = 'held') = (settled_at IS NULL)),
  CHECK ((account_id IS NULL) = (item IS NULL)),
  CHECK (account_id IS NOT NULL OR state = 'released')
);
CREATE INDEX holds_unsettled ON holds (created_at) WHERE state = 'held';
CREATE INDEX holds_never_held ON holds (settled_at) WHERE account_id IS NULL;

CREATE TABLE pass_seasons (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  points_played integer NOT NULL CHECK (points_played >= 0),
  points_won integer NOT NULL CHECK (points_won >= 0),
  -- In order, from tier 1: points, freeReward, passReward (src/pass/rules/season.ts). Read and written whole.
  tiers jsonb NOT NULL,
  published boolean NOT NULL,
  -- Rises with every change.
  version bigint NOT NULL,
  -- Author of the last change; null, 0 and empty: none yet.
  changed_at timestamptz,
  changed_by_id bigint NOT NULL DEFAULT 0,
  changed_by text NOT NULL DEFAULT '',
  CHECK (starts_at < ends_at),
  -- At most one runs at a time. Also finds the season of a moment.
  CONSTRAINT pass_seasons_apart EXCLUDE USING gist (tstzrange(starts_at, ends_at) WITH &&) WHERE (published)
);
CREATE INDEX pass_seasons_by_start ON pass_seasons (starts_at);

-- Finished battles of two players that lasted long enough, once each.
CREATE TABLE pass_results (
  battle_id uuid PRIMARY KEY,
  low_id bigint NOT NULL,
  high_id bigint NOT NULL,
  ended_at timestamptz NOT NULL,
  -- Null: no unanimous winner.
  winner_id bigint,
  -- True if it counts as played in its published season. A battle that becomes known later can only make it false.
  played boolean NOT NULL DEFAULT false,
  CHECK (low_id < high_id)
);
CREATE INDEX pass_results_of_pair ON pass_results (low_id, high_id, ended_at) WHERE played;
CREATE INDEX pass_results_by_end ON pass_results (ended_at);

-- Points of players. They follow from results and seasons: dist/rebuild-pass.js makes them anew.
CREATE TABLE pass_progress (
  season_id uuid NOT NULL REFERENCES pass_seasons (id),
  account_id bigint NOT NULL,
  points integer NOT NULL,
  PRIMARY KEY (season_id, account_id)
);

-- Players who have spent a Battle Pass on a season.
CREATE TABLE pass_activations (
  season_id uuid NOT NULL REFERENCES pass_seasons (id),
  account_id bigint NOT NULL,
  activated_at timestamptz NOT NULL,
  PRIMARY KEY (season_id, account_id)
);

-- Each reward once; the ledger says what it was.
CREATE TABLE pass_claims (
  season_id uuid NOT NULL REFERENCES pass_seasons (id),
  account_id bigint NOT NULL,
  tier integer NOT NULL,
  track text NOT NULL CHECK (track IN ('free', 'pass')),
  claimed_at timestamptz NOT NULL,
  PRIMARY KEY (season_id, account_id, tier, track)
);

-- Events written in the transaction they are about. A relay publishes them.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id text NOT NULL UNIQUE,
  subject text NOT NULL,
  payload bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX outbox_unsent ON outbox (id) WHERE sent_at IS NULL;
