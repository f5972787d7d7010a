import { KlaError } from '@kla/chassis'

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
