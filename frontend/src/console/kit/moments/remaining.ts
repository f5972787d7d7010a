const SECOND_MS = 1_000
const MINUTE_S = 60
const HOUR_S = 3_600

/** What is left of a time, in words: '4 min 20 s', '2 h 5 min'; null once it is over. */
export function remainingWords(untilMs: number, nowMs: number): string | null {
  const seconds = Math.ceil((untilMs - nowMs) / SECOND_MS)
  if (seconds <= 0) return null
  if (seconds < MINUTE_S) return `${seconds} s`
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min ${seconds % MINUTE_S} s`
  return `${Math.floor(seconds / HOUR_S)} h ${Math.floor((seconds % HOUR_S) / MINUTE_S)} min`
}
