-- Up Migration

-- Who created an administrator, or ever set its password or reset its authenticator. In force until someone else sets
-- the password: until then the maker may know it.
CREATE TABLE administrator_makers (
  administrator_id bigint NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  maker_id         bigint NOT NULL,
  in_force         boolean NOT NULL,
  at               timestamptz NOT NULL,
  PRIMARY KEY (administrator_id, maker_id)
);

-- When another administrator last gave the account credentials, or rights that count for approvals. Null for founders.
ALTER TABLE administrators ADD COLUMN given_at timestamptz;

-- The requester's independence at the time of the request: see approvals in @kla/chassis.
ALTER TABLE approvals ADD COLUMN asked_makers bigint[] NOT NULL DEFAULT '{}';
ALTER TABLE approvals ADD COLUMN asked_controllers bigint[] NOT NULL DEFAULT '{}';
