-- Up Migration

-- The requester's independence at the time of the request: see approvals in @kla/chassis.
ALTER TABLE openings ADD COLUMN asked_makers bigint[] NOT NULL DEFAULT '{}';
ALTER TABLE openings ADD COLUMN asked_controllers bigint[] NOT NULL DEFAULT '{}';
