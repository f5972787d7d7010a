const padded = (part: number) => String(part).padStart(2, '0')

/** '08:05:09'. */
export const clockTime = (at: Date): string => [at.getHours(), at.getMinutes(), at.getSeconds()].map(padded).join(':')

/** '2026-11-21', as a field for a day takes it. */
export const shortDate = (at: Date): string =>
  `${at.getFullYear()}-${padded(at.getMonth() + 1)}-${padded(at.getDate())}`
