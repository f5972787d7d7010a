-- Hard jobs that a moderator opened in the last hours, and the last break: the desk suggests a break by them (safety design W7).
CREATE TABLE hard_looks (
  administrator_id bigint NOT NULL,
  job_id           bigint NOT NULL,
  name             text NOT NULL,
  grave            boolean NOT NULL,
  at               timestamptz NOT NULL,
  PRIMARY KEY (administrator_id, job_id)
);
CREATE INDEX hard_looks_by_time ON hard_looks (at);

CREATE TABLE breaks (
  administrator_id bigint PRIMARY KEY,
  at               timestamptz NOT NULL
);
