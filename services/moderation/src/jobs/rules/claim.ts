/** A claim as stored. Times in Unix milliseconds. */
export interface Claim {
  readonly claim: string
  readonly byId: number
  readonly by: string
  readonly untilMs: number
}

/** Returns the claim unless it has lapsed. */
export const claimAt = <C extends Claim>(claim: C | undefined, nowMs: number): C | undefined =>
  claim && claim.untilMs > nowMs ? claim : undefined

/** True if this administrator's claim is in force. */
export const ownsJob = (
  claim: Claim | undefined,
  own: { readonly administratorId: number; readonly claim: string; readonly nowMs: number },
): boolean => {
  const present = claimAt(claim, own.nowMs)
  return present !== undefined && present.byId === own.administratorId && present.claim === own.claim
}
