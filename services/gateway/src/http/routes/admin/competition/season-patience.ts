/** A season's points may have to be added up anew from all results in it. */
export const SEASON_PATIENCE = { deadlineMs: 40_000, attemptMs: 40_000 } as const
