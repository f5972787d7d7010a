/** Outcome of an attempt. `why` is a fixed token without personal data. */
export type Delivery =
  | { readonly kind: 'taken' }
  | { readonly kind: 'deferred'; readonly why: string }
  /** The next letter would fail too. */
  | { readonly kind: 'out-of-reach'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unsure'; readonly why: string }

/** A letter's state after an attempt. */
export type AfterAttempt =
  | { readonly state: 'sent' | 'failed' | 'unsure'; readonly outcome: string }
  | { readonly state: 'waiting'; readonly outcome: string; readonly dueAtMs: number }

/** Attempts of one letter, within 20 hours. */
export const TRIES_MAX = 12

const MINUTE_MS = 60_000
const WAIT_MAX_MS = 6 * 60 * MINUTE_MS

export const waitAfter = (tries: number): number => Math.min(MINUTE_MS * 2 ** (tries - 1), WAIT_MAX_MS)

/** Gives up on letters that may have arrived: two about one ban are worse than none. */
export function afterAttempt(delivery: Delivery, tries: number, nowMs: number): AfterAttempt {
  if (delivery.kind === 'taken') return { state: 'sent', outcome: '' }
  if (delivery.kind === 'unsure') return { state: 'unsure', outcome: delivery.why }
  if (delivery.kind === 'refused' || tries >= TRIES_MAX) return { state: 'failed', outcome: delivery.why }
  return { state: 'waiting', outcome: delivery.why, dueAtMs: nowMs + waitAfter(tries) }
}

/** Longer than all attempts take: mail was off in between. */
const FRESH_MS = 3 * 24 * 60 * MINUTE_MS

export const isTooLate = (mail: { readonly atMs: number }, nowMs: number): boolean => nowMs - mail.atMs > FRESH_MS

interface SmtpFailure {
  readonly bodyBegun: boolean
  /** Command such as "RCPT TO"; undefined without a reply. */
  readonly command: string | undefined
  readonly responseCode: number | undefined
}

const ABOUT_THE_LETTER: ReadonlySet<string | undefined> = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
// The session's errors, not the recipient's.
const ABOUT_THE_SESSION: ReadonlySet<number> = new Set([503, 530])

/**
 * Reads 4yz as temporary, 5yz as permanent (RFC 5321, 4.2.1). Without a reply, a letter may have arrived only if its
 * text was being sent.
 */
export function deliveryAfter({ bodyBegun, command, responseCode = 0 }: SmtpFailure): Delivery {
  const replied = ABOUT_THE_LETTER.has(command) && responseCode >= 400 && responseCode < 600
  if (replied && !ABOUT_THE_SESSION.has(responseCode)) {
    return { kind: responseCode >= 500 ? 'refused' : 'deferred', why: `smtp-${responseCode}` }
  }
  if (bodyBegun && !replied) return { kind: 'unsure', why: 'connection-lost' }
  return { kind: 'out-of-reach', why: responseCode > 0 ? `session-${responseCode}` : 'unreached' }
}
