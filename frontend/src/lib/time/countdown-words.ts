import { counted } from '../words/counted.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const two = (value: number) => String(value).padStart(2, '0')

/** How long it still is, in milliseconds: '4:09' within the hour, then '2 h 05 min', then '3 days'. */
export function countdownWords(leftMs: number): string {
  const left = Math.max(0, Math.ceil(leftMs / SECOND) * SECOND)
  if (left >= 2 * DAY) return counted(Math.floor(left / DAY), 'day')
  if (left >= HOUR) return `${Math.floor(left / HOUR)} h ${two(Math.floor((left % HOUR) / MINUTE))} min`
  return `${Math.floor(left / MINUTE)}:${two((left % MINUTE) / SECOND)}`
}
