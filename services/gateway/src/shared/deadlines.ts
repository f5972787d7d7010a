/** Deadline of calls in which several services take part. Browsers and payment providers give up after ten seconds. */
export const SLOW_CALL = { deadlineMs: 9_000, attemptMs: 4_000 } as const
