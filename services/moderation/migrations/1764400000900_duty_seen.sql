-- When the administrator on duty was last at work. Rows of the previous release begin as seen.
ALTER TABLE duties ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now();
