const padded = (part: number) => String(part).padStart(2, '0')

/** '08:05:09'. */
export const clockTime = (at: Date): string => [at.getHours(), at.getMinutes(), at.getSeconds()].map(padded).join(':')

/** '2026-11-21'. */
export const shortDate = (at: Date): string =>
  `${at.getFullYear()}-${padded(at.getMonth() + 1)}-${padded(at.getDate())}`

export const toLocalField = (at: Date): string =>
  `${shortDate(at)}T${padded(at.getHours())}:${padded(at.getMinutes())}`

/** ISO 8601; null for an invalid value. */
export function fromLocalField(text: string): string | null {
  const at = new Date(text)
  return text.trim() === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** For example 'Europe/Berlin'. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const SECOND_MS = 1_000
const MINUTE_S = 60
const HOUR_S = 3_600

/** For example '4 min 20 s', '2 h 5 min'; null once over. */
export function remainingWords(untilMs: number, nowMs: number): string | null {
  const seconds = Math.ceil((untilMs - nowMs) / SECOND_MS)
  if (seconds <= 0) return null
  if (seconds < MINUTE_S) return `${seconds} s`
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min ${seconds % MINUTE_S} s`
  return `${Math.floor(seconds / HOUR_S)} h ${Math.floor((seconds % HOUR_S) / MINUTE_S)} min`
}
