/** What a letter is about: a ticket was answered, a ban was set, or bans were lifted. */
export type MailKind = 'ticket-answered' | 'ban-set' | 'ban-lifted'

/** A letter that has to be written. */
export interface MailOrder {
  readonly accountId: number
  readonly kind: MailKind
  /** The id of the answer among the entries of tickets, or of the ban. */
  readonly subjectId: number
  /** Unix milliseconds. */
  readonly atMs: number
}

/** A letter that is being tried. */
export interface Mail extends MailOrder {
  /** A UUID; the letter's Message-ID is made of it. */
  readonly id: string
  /** Which try this is, from 1. */
  readonly tries: number
}

/** What a try has come to. `why` is a fixed token without anything personal. */
export type Delivery =
  /** The mail server has taken the letter. */
  | { readonly kind: 'taken' }
  /** It has certainly not, and may the next time. */
  | { readonly kind: 'deferred'; readonly why: string }
  /** The mail server, or auth, was not reached: the next letter would fare no better now. */
  | { readonly kind: 'out-of-reach'; readonly why: string }
  /** It has certainly not, and never will. */
  | { readonly kind: 'refused'; readonly why: string }
  /** It may have. */
  | { readonly kind: 'unsure'; readonly why: string }

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

/** How an SMTP session failed. */
interface SmtpFailure {
  /** Whether any of the letter itself had been handed over. */
  readonly bodyBegun: boolean
  /** The command that was answered, such as "RCPT TO"; undefined where nothing was. */
  readonly command: string | undefined
  /** The server's reply code; undefined when it said nothing. */
  readonly responseCode: number | undefined
}

const ABOUT_THE_LETTER: ReadonlySet<string | undefined> = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
// Out of order, and sign-in required: both are about the session, not about the letter's recipient.
const ABOUT_THE_SESSION: ReadonlySet<number> = new Set([503, 530])

/**
 * What a failure means for the letter. A reply to the letter is a decision: 4yz "not now", 5yz "never" (RFC 5321, 4.2.1). A
 * session that ends without one leaves the letter untaken, unless its text was under way: then it may have been taken.
 */
export function deliveryAfter({ bodyBegun, command, responseCode = 0 }: SmtpFailure): Delivery {
  const replied = ABOUT_THE_LETTER.has(command) && responseCode >= 400 && responseCode < 600
  if (replied && !ABOUT_THE_SESSION.has(responseCode)) {
    return { kind: responseCode >= 500 ? 'refused' : 'deferred', why: `smtp-${responseCode}` }
  }
  if (bodyBegun && !replied) return { kind: 'unsure', why: 'connection-lost' }
  return { kind: 'out-of-reach', why: responseCode > 0 ? `session-${responseCode}` : 'unreached' }
}
