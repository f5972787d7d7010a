-- Up Migration

-- Passes are spent on a season, and its rewards come from an account of the shop's own.
ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind_check,
  ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN
    ('purchase', 'hold', 'commit', 'release', 'refund', 'dispute', 'dispute-won', 'gift', 'activate', 'reward'));
ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_account_check,
  ADD CONSTRAINT ledger_entries_account_check CHECK (account IN
    ('available', 'held', 'sold', 'used', 'withdrawn', 'gifted', 'rewarded'));

CREATE TABLE pass_seasons (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  points_played integer NOT NULL CHECK (points_played >= 0),
  points_won integer NOT NULL CHECK (points_won >= 0),
  -- In their order, from tier 1: points, freeReward, passReward (src/pass/rules/season.ts). Read and written whole.
  tiers jsonb NOT NULL,
  published boolean NOT NULL,
  -- Rises with every change.
  version bigint NOT NULL,
  CHECK (starts_at < ends_at),
  -- At most one runs at a time. Also finds the one that a moment belongs to.
  CONSTRAINT pass_seasons_apart EXCLUDE USING gist (tstzrange(starts_at, ends_at) WITH &&) WHERE (published)
);
CREATE INDEX pass_seasons_by_start ON pass_seasons (starts_at);

-- Finished battles of two people that lasted long enough, as game-engine has told of them, once each.
CREATE TABLE pass_results (
  battle_id uuid PRIMARY KEY,
  low_id bigint NOT NULL,
  high_id bigint NOT NULL,
  ended_at timestamptz NOT NULL,
  -- Null: no unanimous winner.
  winner_id bigint,
  -- Whether it counts as played in the published season that it lies in. Another one that becomes known later may end
  -- that, never begin it.
  played boolean NOT NULL DEFAULT false,
  CHECK (low_id < high_id)
);
CREATE INDEX pass_results_of_pair ON pass_results (low_id, high_id, ended_at) WHERE played;
CREATE INDEX pass_results_by_end ON pass_results (ended_at);

-- What everybody has reached. It follows from results and seasons alone: dist/rebuild-pass.js makes it anew.
CREATE TABLE pass_progress (
  season_id uuid NOT NULL REFERENCES pass_seasons (id),
  account_id bigint NOT NULL,
  points integer NOT NULL,
  PRIMARY KEY (season_id, account_id)
);

-- Who has spent a pass on a season.
CREATE TABLE pass_activations (
  season_id uuid NOT NULL REFERENCES pass_seasons (id),
  account_id bigint NOT NULL,
  activated_at timestamptz NOT NULL,
  PRIMARY KEY (season_id, account_id)
);

-- Each reward once; the ledger has what it was.
CREATE TABLE pass_claims (
  season_id uuid NOT NULL REFERENCES pass_seasons (id),
  account_id bigint NOT NULL,
  tier integer NOT NULL,
  track text NOT NULL CHECK (track IN ('free', 'pass')),
  claimed_at timestamptz NOT NULL,
  PRIMARY KEY (season_id, account_id, tier, track)
);
