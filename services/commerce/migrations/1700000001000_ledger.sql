-- Up Migration

-- Who has which items, by double entry. Balances are sums over entries and are stored nowhere.
CREATE TABLE ledger_transactions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  idempotency_key text NOT NULL UNIQUE,
  kind text NOT NULL
    CHECK (kind IN ('purchase', 'hold', 'commit', 'release', 'refund', 'dispute', 'dispute-won', 'gift')),
  -- Of a gift: who gave it, and why.
  actor_id bigint,
  note text,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE ledger_entries (
  transaction_id bigint NOT NULL REFERENCES ledger_transactions (id),
  account text NOT NULL CHECK (account IN ('available', 'held', 'sold', 'used', 'withdrawn', 'gifted')),
  -- Whose account it is; null for the shop's own.
  account_id bigint,
  item text NOT NULL,
  amount integer NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (transaction_id, item, account),
  CHECK ((account IN ('available', 'held')) = (account_id IS NOT NULL))
);
-- Holds all that a player's sums are made of, so that they are read from the index alone.
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

-- What is set aside, once for each key. Without an account: a key that was released before its hold came.
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

-- Facts written in the transaction they tell of; a relay publishes them.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fact_id text NOT NULL UNIQUE,
  subject text NOT NULL,
  payload bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX outbox_unsent ON outbox (id) WHERE sent_at IS NULL;
