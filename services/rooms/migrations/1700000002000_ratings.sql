-- Up Migration

-- How well people play, for quick match alone: Elo over battles that counted and had a winner.
CREATE TABLE ratings (
  account_id bigint PRIMARY KEY,
  rating double precision NOT NULL,
  battles integer NOT NULL DEFAULT 0
);

-- Battles that have been rated: a fact that comes again finds itself here.
CREATE TABLE rated_battles (
  battle_id text PRIMARY KEY,
  rated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX rated_battles_by_time ON rated_battles (rated_at);
