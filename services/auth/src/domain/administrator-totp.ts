/** RFC 6238: how long one code stands. */
export const TOTP_STEP_MS = 30_000
/** Steps by which a clock may be wrong, to either side. */
export const TOTP_WINDOW = 1

export type TotpStep = { readonly step: number } | { readonly refused: 'WRONG_CODE' | 'TOTP_REQUIRED' }

/**
 * The time step that a code is of, if it may still be used. `delta` is how many steps the code is from now, absent when it
 * is of none near. A step counts once: whoever reads a code over a shoulder is too late.
 */
export function usableStep(delta: number | undefined, nowMs: number, lastStep: number): TotpStep {
  if (delta === undefined || Math.abs(delta) > TOTP_WINDOW) return { refused: 'WRONG_CODE' }
  const step = Math.floor(nowMs / TOTP_STEP_MS) + delta
  return step > lastStep ? { step } : { refused: 'WRONG_CODE' }
}
