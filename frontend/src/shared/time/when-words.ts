import { WHEN } from '../../texts/time.js'
import { TEXT_LANGUAGE } from '../format.js'

/** The first formatter costs a phone some 80 ms. */
const whenAsked = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) => {
  let format: Intl.DateTimeFormat | undefined
  return () => (format ??= new Intl.DateTimeFormat(TEXT_LANGUAGE, options))
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

let relative: Intl.RelativeTimeFormat | undefined
const relativeFormat = () => (relative ??= new Intl.RelativeTimeFormat(TEXT_LANGUAGE, { numeric: 'auto' }))

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats local time with its zone. */
export const whenWords = (iso: string): string => withTime().format(new Date(iso))

/** Rounds up to the minute, as the server does. */
export const endWords = (iso: string): string =>
  withTime().format(new Date(Math.ceil(Date.parse(iso) / MINUTE) * MINUTE))

/** Converts '2026-11-22 13:59 UTC' in texts to local time. */
export const withLocalTimes = (text: string): string =>
  text.replace(/\b(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC\b/g, (_, day: string, time: string) =>
    whenWords(`${day}T${time}:00Z`),
  )

export const dayWords = (iso: string): string => dayOnly().format(new Date(iso))

/** Days by the calendar here: what happened late last night was yesterday. */
const dayOf = (ms: number): number => {
  const at = new Date(ms)
  return Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY)
}

const NEAR_MS = 45 * SECOND
const RELATIVE_DAYS = 7

/** 'just now', '5 minutes ago', 'tomorrow'; the date once a week or more lies between. */
export function relativeWords(iso: string, nowMs: number): string {
  const atMs = Date.parse(iso)
  const awayMs = atMs - nowMs
  const distance = Math.abs(awayMs)
  if (distance < NEAR_MS) return WHEN.justNow
  const minutes = Math.round(awayMs / MINUTE)
  if (Math.abs(minutes) < 60) return relativeFormat().format(minutes, 'minute')
  const hours = Math.round(awayMs / HOUR)
  if (Math.abs(hours) < 24) return relativeFormat().format(hours, 'hour')
  const days = dayOf(atMs) - dayOf(nowMs)
  return Math.abs(days) < RELATIVE_DAYS ? relativeFormat().format(days, 'day') : dayWords(iso)
}

/** '28 Nov 2026, 18:00 GMT (in 3 hours)': the exact time first, as people plan around it. */
export function plannedWords(iso: string, nowMs: number): string {
  const words = relativeWords(iso, nowMs)
  return words === dayWords(iso) ? whenWords(iso) : WHEN.planned({ time: whenWords(iso), relative: words })
}

const two = (value: number) => String(value).padStart(2, '0')

/** '4:09' within the hour, then '2 h 05 min', then '3 days'. */
export function countdownWords(leftMs: number): string {
  const left = Math.max(0, Math.ceil(leftMs / SECOND) * SECOND)
  if (left >= 2 * DAY) return WHEN.days({ days: Math.floor(left / DAY) })
  if (left >= HOUR)
    return WHEN.hours({ hours: Math.floor(left / HOUR), minutes: two(Math.floor((left % HOUR) / MINUTE)) })
  return `${Math.floor(left / MINUTE)}:${two((left % MINUTE) / SECOND)}`
}
