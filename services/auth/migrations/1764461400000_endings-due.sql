-- When the sweep looks whether Redis has the session. After an ending that is later: a failover may bring it back.
ALTER TABLE unfinished_endings ADD COLUMN due_at timestamptz NOT NULL DEFAULT now();
