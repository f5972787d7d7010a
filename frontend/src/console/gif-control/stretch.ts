import { VALIDATION_LIMIT } from '@kla/proto/web'
import type { Stretch } from './api.js'

export interface StretchDraft {
  limit: string
  offset: string
}
export const FIRST_STRETCH: StretchDraft = { limit: String(VALIDATION_LIMIT), offset: '0' }

const LIMIT_MAX = 500
const OFFSET_MAX = 999_999_999

/** Clamps limit to 1 or more and offset to 0 or more; invalid numbers get defaults. */
export const readStretch = ({ limit, offset }: StretchDraft): Stretch => ({
  limit: within(wholeOf(limit) ?? VALIDATION_LIMIT, 1, LIMIT_MAX),
  offset: within(wholeOf(offset) ?? 0, 0, OFFSET_MAX),
})

const wholeOf = (text: string): number | null => {
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number) ? null : Math.trunc(number)
}

const within = (number: number, least: number, most: number) => Math.min(Math.max(number, least), most)
