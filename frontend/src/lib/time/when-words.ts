/** Made once, and not before it is asked for: the first of them costs a phone some 80 ms, and most screens name no day. */
const whenAsked = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) => {
  let format: Intl.DateTimeFormat | undefined
  return () => (format ??= new Intl.DateTimeFormat(undefined, options))
}

const withTime = whenAsked({ dateStyle: 'medium', timeStyle: 'short' })
const dayOnly = whenAsked({ dateStyle: 'long' })

/** A moment on this person's own clock. */
export const whenWords = (iso: string): string => withTime().format(new Date(iso))

/** The day of a moment, where the hour does not matter. */
export const dayWords = (iso: string): string => dayOnly().format(new Date(iso))
