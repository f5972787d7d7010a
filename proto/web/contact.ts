/** The contact guard (safety design W12): contact details and links in what people write. Pure; runs on every chat line. */

export const CONTACT_KINDS = ['link', 'email', 'phone', 'handle'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

export interface Contact {
  readonly kind: ContactKind
  /** Positions in the text, UTF-16 units: from the first to the one after the last. */
  readonly from: number
  readonly to: number
}
