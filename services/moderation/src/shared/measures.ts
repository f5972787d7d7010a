/** SQL: true if the ban of `measure` was lifted, deleted or erased. `bans` is joined by its id. */
export const MEASURE_IS_LIFTED =
  'measure.ban_id IS NOT NULL AND (bans.id IS NULL OR bans.lifted_at IS NOT NULL OR bans.hidden_at IS NOT NULL)'
