const padded = (part: number) => String(part).padStart(2, '0')

/** '2026-11-21 08:05': sorts as it reads, and is the same in every country. */
export const shortTime = (at: Date): string => `${shortDate(at)} ${padded(at.getHours())}:${padded(at.getMinutes())}`

/** '08:05:09'. */
export const clockTime = (at: Date): string => [at.getHours(), at.getMinutes(), at.getSeconds()].map(padded).join(':')

/** '2026-11-21'. */
export const shortDate = (at: Date): string =>
  `${at.getFullYear()}-${padded(at.getMonth() + 1)}-${padded(at.getDate())}`
