-- Players' limits cards. An act without a row is a "yes".
CREATE TABLE limits (
  account_id bigint NOT NULL,
  act text NOT NULL CHECK (length(act) BETWEEN 1 AND 40),
  limit_kind text NOT NULL CHECK (limit_kind IN ('no', 'soft')),
  PRIMARY KEY (account_id, act)
);
