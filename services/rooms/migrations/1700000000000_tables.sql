-- Players that an account does not want to meet.
CREATE TABLE blocks (
  blocker_id bigint NOT NULL,
  blocked_id bigint NOT NULL CHECK (blocked_id <> blocker_id),
  blocked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (blocker_id, blocked_id)
);
CREATE INDEX blocks_by_blocked ON blocks (blocked_id);

-- Times of unblocking: the event of an earlier block can arrive late and must not block again.
CREATE TABLE unblocks (
  blocker_id bigint NOT NULL,
  blocked_id bigint NOT NULL,
  unblocked_at timestamptz NOT NULL,
  PRIMARY KEY (blocker_id, blocked_id)
);
CREATE INDEX unblocks_by_age ON unblocks (unblocked_at);

-- The numbers by which a blocker knows an account, a row for each. Lists show only these, so that they do not reveal that
-- two of them are one person. A block without a row here is shown under the account id.
CREATE TABLE block_aliases (
  blocker_id bigint NOT NULL,
  alias      bigint NOT NULL,
  blocked_id bigint NOT NULL,
  blocked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (blocker_id, alias)
);
CREATE INDEX block_aliases_by_pair ON block_aliases (blocker_id, blocked_id);

-- A cup is its record; the other columns serve lists and sweeps.
CREATE TABLE cups (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  mode text NOT NULL,
  category text NOT NULL,
  capacity int NOT NULL,
  entered int NOT NULL,
  starts_at timestamptz NOT NULL,
  check_in_at timestamptz NOT NULL,
  phase text NOT NULL CHECK (phase IN ('open', 'running', 'finished', 'cancelled')),
  champion_id bigint NOT NULL,
  champion text NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Time of the cup's next automatic step.
  deadline timestamptz,
  version int NOT NULL,
  record jsonb NOT NULL,
  -- Of a finished cup: the time until which a judge may correct its ties.
  verdicts_until timestamptz,
  -- Null: the champion's account id.
  champion_alias bigint
);
CREATE INDEX cups_live ON cups (starts_at, id) WHERE ended_at IS NULL;
CREATE INDEX cups_ended ON cups (ended_at DESC, id) WHERE ended_at IS NOT NULL;
CREATE INDEX cups_newest ON cups (created_at DESC, id DESC);
CREATE INDEX cups_due ON cups (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX cups_by_entry ON cups USING gin ((record -> 'entries') jsonb_path_ops);

-- Players of the cups that are not over.
CREATE TABLE cup_players (
  account_id bigint NOT NULL,
  cup_id uuid NOT NULL REFERENCES cups,
  PRIMARY KEY (account_id, cup_id)
);

-- The tie for which a room was opened: results name only the room.
CREATE TABLE cup_rooms (
  room_id uuid PRIMARY KEY,
  cup_id uuid NOT NULL REFERENCES cups,
  tie_id text NOT NULL
);

-- Rows of the console's list: ties with two players.
CREATE TABLE cup_ties (
  cup_id uuid NOT NULL REFERENCES cups,
  tie_id text NOT NULL,
  listed text NOT NULL CHECK (listed IN ('called', 'running', 'disputed', 'over')),
  changed_at timestamptz NOT NULL,
  tie jsonb NOT NULL,
  player_a jsonb NOT NULL,
  player_b jsonb NOT NULL,
  open_to_verdict boolean NOT NULL,
  PRIMARY KEY (cup_id, tie_id)
);
CREATE INDEX cup_ties_newest ON cup_ties (changed_at DESC, cup_id, tie_id);
CREATE INDEX cup_ties_listed ON cup_ties (listed, changed_at DESC, cup_id, tie_id);

-- Panic exits from rooms of ties, one row each, however often their events arrive.
CREATE TABLE safety_exits (
  account_id bigint NOT NULL,
  room_id uuid NOT NULL,
  -- When the battle ended, or the seat became free.
  at timestamptz NOT NULL,
  -- True: it costs nothing and the tie is disputed. False: it counts as leaving.
  excused boolean NOT NULL,
  PRIMARY KEY (account_id, room_id)
);
CREATE INDEX safety_exits_by_time ON safety_exits (at);

-- Strength of players, for quick match only: Elo over counted battles with a winner.
CREATE TABLE ratings (
  account_id bigint PRIMARY KEY,
  rating double precision NOT NULL,
  battles integer NOT NULL DEFAULT 0
);

-- Battles that have been rated, so that a repeated event changes nothing.
CREATE TABLE rated_battles (
  battle_id text PRIMARY KEY,
  rated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX rated_battles_by_time ON rated_battles (rated_at);

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
