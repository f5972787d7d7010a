-- Up Migration

-- A cup is its record; the other columns are what lists and sweeps ask for.
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
  -- When something happens to it by itself.
  deadline timestamptz,
  version int NOT NULL,
  record jsonb NOT NULL,
  -- Of a finished cup: until when a judge may correct its ties.
  verdicts_until timestamptz
);
CREATE INDEX cups_live ON cups (starts_at, id) WHERE ended_at IS NULL;
CREATE INDEX cups_ended ON cups (ended_at DESC, id) WHERE ended_at IS NOT NULL;
CREATE INDEX cups_newest ON cups (created_at DESC, id DESC);
CREATE INDEX cups_due ON cups (deadline) WHERE deadline IS NOT NULL;

-- Who has entered which cups that are not over.
CREATE TABLE cup_players (
  account_id bigint NOT NULL,
  cup_id uuid NOT NULL REFERENCES cups,
  PRIMARY KEY (account_id, cup_id)
);

-- The tie for which a room was chosen: results name the room alone.
CREATE TABLE cup_rooms (
  room_id uuid PRIMARY KEY,
  cup_id uuid NOT NULL REFERENCES cups,
  tie_id text NOT NULL
);

-- Lines of the console's list: ties that two play or have played.
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
