/** Outcome of an attempt. `why` is a fixed token without personal data. */
export type Delivery =
  | { readonly kind: 'taken' }
  /** Not accepted, but may be the next time. */
  | { readonly kind: 'deferred'; readonly why: string }
  /** Mail server or auth unreachable: the next letter would fail too. */
  | { readonly kind: 'out-of-reach'; readonly why: string }
  /** Not accepted, and never will be. */
  | { readonly kind: 'refused'; readonly why: string }
  /** May have been accepted. */
  | { readonly kind: 'unsure'; readonly why: string }

export type AfterTry =
  | { readonly state: 'sent' | 'failed' | 'unsure'; readonly outcome: string }
  | { readonly state: 'waiting'; readonly outcome: string; readonly dueAtMs: number }

/** Attempts within 20 hours. */
export const TRIES_MAX = 12

const MINUTE_MS = 60_000
const WAIT_MAX_MS = 6 * 60 * MINUTE_MS

export const waitAfter = (tries: number): number => Math.min(MINUTE_MS * 2 ** (tries - 1), WAIT_MAX_MS)

/** Decides on a retry. A letter that may have arrived is never retried: two about one ban are worse than none. */
export function afterTry(delivery: Delivery, tries: number, nowMs: number): AfterTry {
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
// Out of order and login required: errors of the session, not of the recipient.
const ABOUT_THE_SESSION: ReadonlySet<number> = new Set([503, 530])

/**
 * Interprets 4yz as "not now", 5yz as "never" (RFC 5321, 4.2.1). Without a reply, a letter is not accepted unless its
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
