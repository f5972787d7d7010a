import { KlaError } from '@kla/chassis'

export const isoOf = (ms: number): string => new Date(ms).toISOString()
/** Converts Unix milliseconds; 0 means never. */
export const isoOrNull = (ms: number): string | null => (ms === 0 ? null : isoOf(ms))
export const textOrNull = (text: string): string | null => (text === '' ? null : text)
export const numberOrNull = (number: number): number | null => (number === 0 ? null : number)

export const numberOr = (text: string | undefined, otherwise: number): number =>
  text === undefined || text === '' ? otherwise : Number(text)

export const flagOf = (text: string | undefined): boolean | undefined => (text ? text === '1' : undefined)

/** Parses ISO 8601 to Unix milliseconds, 0 if empty. Throws INVALID_FIELD. */
export function millisecondsOf(text: string | undefined): number {
  if (!text) return 0
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw new KlaError('INVALID_FIELD')
  return ms
}
