import type { Refused } from '@kla/chassis'
import { characterCount, isUuid, type Reason } from '@kla/proto/web'

export const refuse = (reason: Reason): Refused => ({ refused: reason })

export const isAccountId = (value: number): boolean => Number.isSafeInteger(value) && value > 0

/** True for the form in which ids are stored. */
export const isCanonicalUuid = (text: string): boolean => isUuid(text) && text === text.toLowerCase()

/** True if a visible text has `min` to `max` characters. */
export const hasLength = (text: string, min: number, max: number): boolean =>
  characterCount(text) >= min && characterCount(text) <= max
