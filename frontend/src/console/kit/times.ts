import { localTimeOf, readLocalTime } from './zoned-times.js'

const padded = (part: number) => String(part).padStart(2, '0')

/** Formats the local time of day, as '08:05:09'. */
export const clockTime = (at: Date): string => [at.getHours(), at.getMinutes(), at.getSeconds()].map(padded).join(':')

/** Local time as a `MomentField` value. */
export const toLocalField = (at: Date, zone = localZone()): string => localTimeOf(at.getTime(), zone)

/** Returns ISO 8601; null for an invalid, skipped or ambiguous time. */
export function fromLocalField(text: string, zone = localZone()): string | null {
  const read = readLocalTime(text, zone)
  return read.kind === 'once' ? new Date(read.moments[0]).toISOString() : null
}

export function localFieldError(text: string, zone = localZone()): string | undefined {
  const read = readLocalTime(text, zone)
  if (read.kind === 'once') return undefined
  if (read.kind === 'invalid') return 'A day and a time are required.'
  if (read.kind === 'twice') return 'The clocks go back, so this time comes twice. Choose which one you mean.'
  return `The clocks go forward, so this time doesn't exist in ${zone}. The next one is ${read.next.replace('T', ' ')}.`
}

/** The browser's time zone: 'Europe/Berlin'. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const SECOND_MS = 1_000
const MINUTE_S = 60
const HOUR_S = 3_600

/** Time left: '4 min 20 s', '2 h 5 min'; null once over. */
export function remainingWords(untilMs: number, nowMs: number): string | null {
  const seconds = Math.ceil((untilMs - nowMs) / SECOND_MS)
  if (seconds <= 0) return null
  if (seconds < MINUTE_S) return `${seconds} s`
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min ${seconds % MINUTE_S} s`
  return `${Math.floor(seconds / HOUR_S)} h ${Math.floor((seconds % HOUR_S) / MINUTE_S)} min`
}
