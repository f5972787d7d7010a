-- One row for each finished battle, whether it counts or not.
CREATE TABLE battles (
  id uuid PRIMARY KEY,
  room_id text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('rush', 'stamina')),
  category text NOT NULL,
  -- The players, the lower id first, so that all battles of a pair are found together.
  low_id bigint NOT NULL,
  high_id bigint NOT NULL,
  -- The numbers by which the players knew each other, for reading the result later.
  low_alias bigint,
  high_alias bigint,
  started_at timestamptz NOT NULL,
  -- When the rounds ended; the vote comes after.
  ended_at timestamptz NOT NULL,
  rounds integer NOT NULL CHECK (rounds > 0),
  -- "interrupted": no engine ran for a while. "safety": a player took the panic exit.
  reason text NOT NULL CHECK (reason IN ('finished', 'left', 'time-cap', 'interrupted', 'safety')),
  finished_by bigint,
  left_by bigint,
  -- Null: no unanimous winner.
  winner_id bigint,
  no_winner text,
  -- True if it lasted long enough.
  counted boolean NOT NULL,
  -- True if it counts as played in the standings (proto/web/competition.ts). A battle that becomes known later can only
  -- make it false.
  played boolean NOT NULL DEFAULT false,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  CHECK (low_id < high_id)
);
CREATE INDEX battles_by_end ON battles (ended_at);
CREATE INDEX battles_of_pair ON battles (low_id, high_id, ended_at) WHERE played;
-- For a result: the wins of two players against each other.
CREATE INDEX battles_won_between ON battles (low_id, high_id, ended_at) WHERE winner_id IS NOT NULL;
CREATE INDEX battles_by_room ON battles (room_id, ended_at);

CREATE TABLE battle_players (
  battle_id uuid NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
  account_id bigint NOT NULL,
  PRIMARY KEY (battle_id, account_id)
);
CREATE INDEX battle_players_by_account ON battle_players (account_id);

-- Figures of each account in each season and in all together, corrections included. They follow from battles and
-- corrections: dist/rebuild-standings.js makes them anew.
CREATE TABLE standings (
  -- Sorted by its bytes: "all" comes after every quarter.
  season text COLLATE "C" NOT NULL,
  account_id bigint NOT NULL,
  games_won integer NOT NULL,
  games_played integer NOT NULL,
  PRIMARY KEY (season, account_id)
);
-- In the orders in which they are read, without empty figures.
CREATE INDEX standings_by_wins ON standings (season, games_won DESC, games_played, account_id)
  WHERE games_won > 0 OR games_played > 0;
CREATE INDEX standings_by_played ON standings (season, games_played DESC, games_won DESC, account_id)
  WHERE games_won > 0 OR games_played > 0;

-- Differences that moderators made to a player's season. Never changed: another correction reverses one.
CREATE TABLE corrections (
  id uuid PRIMARY KEY,
  account_id bigint NOT NULL,
  season text COLLATE "C" NOT NULL,
  games_won integer NOT NULL,
  games_played integer NOT NULL,
  reason text NOT NULL,
  made_by_id bigint NOT NULL,
  made_by text NOT NULL,
  made_at timestamptz NOT NULL,
  -- The correction that this one reverses.
  reverses uuid UNIQUE REFERENCES corrections (id),
  CHECK (games_won <> 0 OR games_played <> 0)
);
CREATE INDEX corrections_by_time ON corrections (made_at DESC, id DESC);
CREATE INDEX corrections_by_account ON corrections (account_id, made_at DESC, id DESC);

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
