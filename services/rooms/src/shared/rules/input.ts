import type { Reason } from '@kla/proto/web'

export interface Refused {
  readonly refused: Reason
}

export interface FieldRefused extends Refused {
  readonly text?: string
}

export const refuse = (reason: Reason): Refused => ({ refused: reason })

export const isAccountId = (value: number): boolean => Number.isSafeInteger(value) && value > 0

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** For cups and rooms. */
export const isUuid = (text: string): boolean => UUID.test(text)

/** Characters, not UTF-16 units. */
export const lengthOf = (text: string): number => [...text].length

/** PostgreSQL stores no NUL. */
export const isPlainText = (text: string, min: number, max: number): boolean =>
  lengthOf(text) >= min && lengthOf(text) <= max && !text.includes('\0')

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

/** Without line breaks, other controls and changes of direction. */
export const isPlainLine = (text: string, min: number, max: number): boolean =>
  isPlainText(text, min, max) && !CONTROLS.test(text)
