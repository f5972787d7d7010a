import type { Delivery } from './mail.js'

/** How an SMTP session failed. */
export interface SmtpFailure {
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
