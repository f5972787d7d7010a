import type { Delivery, Mail } from './mail.js'

/** How a letter stands after a try. `outcome` is a fixed token, empty for one that was sent. */
export type AfterTry =
  | { readonly state: 'sent' | 'failed' | 'unsure'; readonly outcome: string }
  | { readonly state: 'waiting'; readonly outcome: string; readonly dueAtMs: number }

/** With the waits between them this comes to 20 hours. */
export const TRIES_MAX = 12

const MINUTE_MS = 60_000
const WAIT_MAX_MS = 6 * 60 * MINUTE_MS

/** The pause after a try, milliseconds: a minute after the first, then twice as long each time, six hours at most. */
export const waitAfter = (tries: number): number => Math.min(MINUTE_MS * 2 ** (tries - 1), WAIT_MAX_MS)

/**
 * What becomes of a letter. One that may have arrived is never sent again: two letters about one ban are worse than a
 * letter that is missing, as the site shows the same.
 */
export function afterTry(delivery: Delivery, tries: number, nowMs: number): AfterTry {
  if (delivery.kind === 'taken') return { state: 'sent', outcome: '' }
  if (delivery.kind === 'unsure') return { state: 'unsure', outcome: delivery.why }
  if (delivery.kind === 'refused' || tries >= TRIES_MAX) return { state: 'failed', outcome: delivery.why }
  return { state: 'waiting', outcome: delivery.why, dueAtMs: nowMs + waitAfter(tries) }
}

/** Longer than all tries take; beyond it mail was switched off meanwhile, and the letter is no longer expected. */
const FRESH_MS = 3 * 24 * 60 * MINUTE_MS

/** Whether a letter has waited for so long that it would only confuse. */
export const isTooLate = (mail: Pick<Mail, 'atMs'>, nowMs: number): boolean => nowMs - mail.atMs > FRESH_MS
