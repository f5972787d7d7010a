-- Up Migration

-- One row for each battle that came to its end, whether it counts as played or not.
CREATE TABLE battles (
  id uuid PRIMARY KEY,
  room_id text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('rush', 'stamina')),
  category text NOT NULL,
  started_at timestamptz NOT NULL,
  -- When the rounds ended; the vote comes after.
  ended_at timestamptz NOT NULL,
  rounds integer NOT NULL CHECK (rounds > 0),
  reason text NOT NULL CHECK (reason IN ('finished', 'left', 'time-cap')),
  finished_by bigint,
  -- Null: no unanimous winner.
  winner_id bigint,
  counted boolean NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX battles_by_end ON battles (ended_at);

CREATE TABLE battle_players (
  battle_id uuid NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
  account_id bigint NOT NULL,
  PRIMARY KEY (battle_id, account_id)
);
CREATE INDEX battle_players_by_account ON battle_players (account_id);

-- Sums over the battles that count, so that standings need not add them up.
CREATE TABLE player_counters (
  account_id bigint PRIMARY KEY,
  games_played integer NOT NULL DEFAULT 0,
  games_won integer NOT NULL DEFAULT 0
);

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
