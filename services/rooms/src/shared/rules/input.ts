import type { Refused } from '@kla/chassis'
import { characterCount, isUuid, type Reason } from '@kla/proto/web'

export const refuse = (reason: Reason): Refused => ({ refused: reason })

export const isAccountId = (value: number): boolean => Number.isSafeInteger(value) && value > 0

/** In the form that cups and rooms are kept under. */
export const isCanonicalUuid = (text: string): boolean => isUuid(text) && text === text.toLowerCase()

/** Of a text that `visibleText` or `visibleLine` has returned. */
export const hasLength = (text: string, min: number, max: number): boolean =>
  characterCount(text) >= min && characterCount(text) <= max
