const withTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const dayOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** A moment on this person's own clock. */
export const whenWords = (iso: string): string => withTime.format(new Date(iso))

/** The day of a moment, where the hour does not matter. */
export const dayWords = (iso: string): string => dayOnly.format(new Date(iso))
