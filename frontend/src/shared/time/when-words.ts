import { counted } from '../format.js'

/** The first formatter costs a phone some 80 ms. */
const whenAsked = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) => {
  let format: Intl.DateTimeFormat | undefined
  return () => (format ??= new Intl.DateTimeFormat(undefined, options))
}

const withTime = whenAsked({
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
const dayOnly = whenAsked({ dateStyle: 'long' })

const MINUTE_MS = 60_000

/** Formats local time with its zone. */
export const whenWords = (iso: string): string => withTime().format(new Date(iso))

/** Rounds up to the minute, as the server does. */
export const endWords = (iso: string): string =>
  withTime().format(new Date(Math.ceil(Date.parse(iso) / MINUTE_MS) * MINUTE_MS))

/** Converts '2026-11-22 13:59 UTC' in texts to local time. */
export const withLocalTimes = (text: string): string =>
  text.replace(/\b(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC\b/g, (_, day: string, time: string) =>
    whenWords(`${day}T${time}:00Z`),
  )

export const dayWords = (iso: string): string => dayOnly().format(new Date(iso))

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const two = (value: number) => String(value).padStart(2, '0')

/** '4:09' within the hour, then '2 h 05 min', then '3 days'. */
export function countdownWords(leftMs: number): string {
  const left = Math.max(0, Math.ceil(leftMs / SECOND) * SECOND)
  if (left >= 2 * DAY) return counted(Math.floor(left / DAY), 'day')
  if (left >= HOUR) return `${Math.floor(left / HOUR)} h ${two(Math.floor((left % HOUR) / MINUTE))} min`
  return `${Math.floor(left / MINUTE)}:${two((left % MINUTE) / SECOND)}`
}
