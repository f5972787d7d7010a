import type { Letter } from '../domain/mails/letter.js'
import type { Delivery } from '../domain/mails/mail.js'

/** The way to a mail server. */
export interface MailPort {
  /** Hands one letter over. Never rejects; resolves within {@link SEND_WITHIN_MS}. */
  send(letter: Letter & { readonly id: string; readonly to: string }): Promise<Delivery>
}

/** Connecting, signing in and handing over together, milliseconds. */
export const SEND_WITHIN_MS = 30_000
