import { KlaError } from '@kla/chassis'

/** What the contract between services has as milliseconds, zeros and empty texts, as REST has it. */

export const isoOf = (ms: number): string => new Date(ms).toISOString()
/** 0 is never. */
export const isoOrNull = (ms: number): string | null => (ms === 0 ? null : isoOf(ms))
export const textOrNull = (text: string): string | null => (text === '' ? null : text)
/** 0 is nobody. */
export const numberOrNull = (number: number): number | null => (number === 0 ? null : number)

/** The number in a text that its schema has checked; the other one where it is left out or empty. */
export const numberOr = (text: string | undefined, otherwise: number): number =>
  text === undefined || text === '' ? otherwise : Number(text)

/** A flag of a query, undefined where either is meant. */
export const flagOf = (text: string | undefined): boolean | undefined => (text ? text === '1' : undefined)

/** Unix milliseconds of an ISO 8601 text; 0 where it is left out or empty. Throws INVALID_FIELD for a day there is not. */
export function millisecondsOf(text: string | undefined): number {
  if (!text) return 0
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw new KlaError('INVALID_FIELD')
  return ms
}

const MIN = -(2 ** 31)
const MAX = 2 ** 31 - 1

/**
 * A whole number as the contract between services carries it. One that does not fit becomes the nearest that does,
 * which the service refuses; the wire would cut it to a plausible one, and 4294967297 of something would be 1.
 */
export const int32 = (value: number): number => Math.min(MAX, Math.max(MIN, value))
