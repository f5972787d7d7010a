const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Meaning of a local time in a zone: Unix milliseconds, earliest first. */
export type LocalTime =
  | { readonly kind: 'invalid' }
  /** The clocks skip it, to `next` in local time. */
  | { readonly kind: 'skipped'; readonly next: string }
  | { readonly kind: 'once'; readonly moments: readonly [number] }
  /** The clocks are set back over it. */
  | { readonly kind: 'twice'; readonly moments: readonly [number, number] }

// An offset picks one of the two moments of an ambiguous time.
const LOCAL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?([+-]\d\d:\d\d)?$/

/** Offsets around a time; Samoa once skipped a whole day. */
const AROUND_MS = [-36, -24, -12, -6, 0, 6, 12, 24, 36].map((hours) => hours * HOUR_MS)

/** Reads a `datetime-local` value, possibly with an offset. */
export function readLocalTime(text: string, zone: string): LocalTime {
  const [, year, month, day, hour, minute, second = '0', offset] = LOCAL.exec(text.trim()) ?? []
  const asUtc = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  if (year === undefined || new Date(asUtc).toISOString().slice(0, 16) !== text.trim().slice(0, 16))
    return { kind: 'invalid' }
  const offsets = new Set(AROUND_MS.map((apart) => offsetAt(asUtc + apart, zone)))
  const moments = [...offsets].map((offsetMs) => asUtc - offsetMs).filter((at) => at + offsetAt(at, zone) === asUtc)
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  if (moments.length === 0) return { kind: 'skipped', next: afterGap(asUtc, zone) }
  if (first === last) return { kind: 'once', moments: [first] }
  const chosen = [first, last].find((at) => offsetText(offsetAt(at, zone)) === offset)
  return chosen === undefined ? { kind: 'twice', moments: [first, last] } : { kind: 'once', moments: [chosen] }
}

/** Local time of a moment, with an offset if ambiguous. */
export function localTimeOf(atMs: number, zone: string): string {
  const text = wallClock(atMs, zone)
  return readLocalTime(text, zone).kind === 'twice' ? `${text}${offsetText(offsetAt(atMs, zone))}` : text
}

/** Removes the offset, which a `datetime-local` field cannot hold. */
export const withoutOffset = (text: string): string => text.replace(/[+-]\d\d:\d\d$/, '')

/** UTC offset of the zone: '+02:00'. */
export const offsetOf = (atMs: number, zone: string): string => offsetText(offsetAt(atMs, zone))

const wallClock = (atMs: number, zone: string): string =>
  new Date(atMs + offsetAt(atMs, zone)).toISOString().slice(0, 16)

function afterGap(asUtc: number, zone: string): string {
  let [before, after] = [asUtc - 36 * HOUR_MS, asUtc + 36 * HOUR_MS]
  const later = offsetAt(after, zone)
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetAt(middle, zone) === later) after = middle
    else before = middle
  }
  return wallClock(after, zone)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const digits = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const
  const made = new Intl.DateTimeFormat('en-US', { timeZone, ...digits, hourCycle: 'h23', calendar: 'gregory' })
  formats.set(timeZone, made)
  return made
}

function offsetAt(atMs: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts as Readonly<Record<string, number>>
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1_000) * 1_000
}

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(Math.round(offsetMs / MINUTE_MS))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
