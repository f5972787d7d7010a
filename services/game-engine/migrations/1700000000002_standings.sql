-- Up Migration

-- Of a battle: the two who fought it, the lower id first, so that all battles of two people are found together; who left,
-- where that is what ended it; and whether it counts as played in the standings (proto/web/competition.ts). Another
-- battle that becomes known later may end that, never begin it.
ALTER TABLE battles
  ADD COLUMN low_id bigint,
  ADD COLUMN high_id bigint,
  ADD COLUMN left_by bigint,
  ADD COLUMN played boolean NOT NULL DEFAULT false;
UPDATE battles SET low_id = pair.low_id, high_id = pair.high_id
FROM (
  SELECT battle_id, min(account_id) AS low_id, max(account_id) AS high_id FROM battle_players GROUP BY battle_id
) AS pair
WHERE pair.battle_id = battles.id;
ALTER TABLE battles
  ALTER COLUMN low_id SET NOT NULL,
  ALTER COLUMN high_id SET NOT NULL,
  ADD CHECK (low_id < high_id);
CREATE INDEX battles_of_pair ON battles (low_id, high_id, ended_at) WHERE played;

-- What each account has in each season, and in all of them together, corrections included. It follows from battles and
-- corrections alone: dist/rebuild-standings.js makes it anew.
DROP TABLE player_counters;
CREATE TABLE standings (
  -- Sorted by its bytes: "all" comes after every quarter.
  season text COLLATE "C" NOT NULL,
  account_id bigint NOT NULL,
  games_won integer NOT NULL,
  games_played integer NOT NULL,
  PRIMARY KEY (season, account_id)
);
-- In the orders in which they are read; who has nothing is in none of them.
CREATE INDEX standings_by_wins ON standings (season, games_won DESC, games_played, account_id)
  WHERE games_won > 0 OR games_played > 0;
CREATE INDEX standings_by_played ON standings (season, games_played DESC, games_won DESC, account_id)
  WHERE games_won > 0 OR games_played > 0;

-- What moderators have added to or taken from a season of somebody. Never changed: a correction is undone by another one.
CREATE TABLE corrections (
  id uuid PRIMARY KEY,
  account_id bigint NOT NULL,
  season text COLLATE "C" NOT NULL,
  -- Differences.
  games_won integer NOT NULL,
  games_played integer NOT NULL,
  reason text NOT NULL,
  made_by_id bigint NOT NULL,
  made_by text NOT NULL,
  made_at timestamptz NOT NULL,
  -- The correction that this one undoes.
  reverses uuid UNIQUE REFERENCES corrections (id),
  CHECK (games_won <> 0 OR games_played <> 0)
);
CREATE INDEX corrections_by_time ON corrections (made_at DESC, id DESC);
CREATE INDEX corrections_by_account ON corrections (account_id, made_at DESC, id DESC);
