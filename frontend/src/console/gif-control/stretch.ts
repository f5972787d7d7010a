import { VALIDATION_LIMIT } from '@kla/proto/web'
import type { Stretch } from './api.js'

/** As it is typed. */
export interface StretchDraft {
  limit: string
  offset: string
}
export const FIRST_STRETCH: StretchDraft = { limit: String(VALIDATION_LIMIT), offset: '0' }

/** As many as the server looks at in one go. */
const LIMIT_MAX = 500
const OFFSET_MAX = 999_999_999

/** What is typed as the server takes it: a limit from 1, an offset from 0; what is no number is as by default. */
export const readStretch = ({ limit, offset }: StretchDraft): Stretch => ({
  limit: within(wholeOf(limit) ?? VALIDATION_LIMIT, 1, LIMIT_MAX),
  offset: within(wholeOf(offset) ?? 0, 0, OFFSET_MAX),
})

const wholeOf = (text: string): number | null => {
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number) ? null : Math.trunc(number)
}

const within = (number: number, least: number, most: number) => Math.min(Math.max(number, least), most)
