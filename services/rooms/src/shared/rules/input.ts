import type { Reason } from '@kla/proto/web'

export interface Refused {
  readonly refused: Reason
}

/** A refusal; `text` says more than the reason's own where there is more to say. */
export interface FieldRefused extends Refused {
  readonly text?: string
}

export const refuse = (reason: Reason): Refused => ({ refused: reason })

/** Whether a number can be an account's id at all. */
export const isAccountId = (value: number): boolean => Number.isSafeInteger(value) && value > 0

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a text can be the id of a cup or a room at all. */
export const isUuid = (text: string): boolean => UUID.test(text)

/** Whether a text has from `min` to `max` characters, and none that a database cannot keep. */
export const isPlainText = (text: string, min: number, max: number): boolean => {
  // People count characters, not UTF-16 units.
  const { length } = [...text]
  return length >= min && length <= max && !text.includes('\0')
}

/** Line breaks and other controls, and what turns the direction of the text around it. */
const UNRULY = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

/** Whether a plain text can stand within a line of other text. */
export const isPlainLine = (text: string, min: number, max: number): boolean =>
  isPlainText(text, min, max) && !UNRULY.test(text)
