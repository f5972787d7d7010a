import type { Refused } from '@kla/chassis'
import { isUuid, type Reason } from '@kla/proto/web'

export const refuse = (reason: Reason): Refused => ({ refused: reason })

export const isAccountId = (value: number): boolean => Number.isSafeInteger(value) && value > 0

/** True for the form in which ids are stored. */
export const isCanonicalUuid = (text: string): boolean => isUuid(text) && text === text.toLowerCase()

/** Counts characters, not UTF-16 units. */
export const lengthOf = (text: string): number => [...text].length

/** Expects a text from `visibleText` or `visibleLine`. */
export const hasLength = (text: string, min: number, max: number): boolean => lengthOf(text) >= min && lengthOf(text) <= max
