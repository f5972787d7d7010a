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
