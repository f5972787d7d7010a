/**
 * For calls in which commerce asks the payment provider, for which it takes up to five seconds. One that is slow is not
 * asked again meanwhile: a checkout more would be opened each time. One that is gone is.
 */
export const PROVIDER_PATIENCE = { deadlineMs: 10_000, attemptMs: 7_000 } as const
