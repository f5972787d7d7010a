-- Changes of many GIFs that can be undone once, within a minute, by who made them.
CREATE TABLE gif_batches (
  id         uuid PRIMARY KEY,
  kind       text NOT NULL CHECK (kind IN ('state', 'acts', 'deletion')),
  made_at    timestamptz NOT NULL,
  made_by_id bigint NOT NULL,
  undone_at  timestamptz,
  -- GIFs that the undo left as they were, because they had changed since.
  left_ids   bigint[] NOT NULL DEFAULT '{}'
);
CREATE INDEX gif_batches_by_time ON gif_batches (made_at);

-- Each GIF as it was before, and its version after.
CREATE TABLE gif_batch_items (
  batch_id     uuid NOT NULL REFERENCES gif_batches ON DELETE CASCADE,
  gif_id       bigint NOT NULL,
  made_version integer NOT NULL,
  state        text NOT NULL,
  goes_live    boolean NOT NULL,
  broken       boolean NOT NULL,
  refusal      text NOT NULL,
  -- True if its content was to be looked at.
  watched      boolean NOT NULL,
  acts         text[],
  PRIMARY KEY (batch_id, gif_id)
);
