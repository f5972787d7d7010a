import { shortDate } from '../text/times.js'

const padded = (part: number) => String(part).padStart(2, '0')

/** A time as the browser's field for a day and a time has it, in the reader's own zone: '2026-11-21T08:05'. */
export const toLocalField = (at: Date): string =>
  `${shortDate(at)}T${padded(at.getHours())}:${padded(at.getMinutes())}`

/** What the field says, for the server; null where it says no time. */
export function fromLocalField(text: string): string | null {
  const at = new Date(text)
  return text.trim() === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** The zone that the field's times are in: 'Europe/Berlin'. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
