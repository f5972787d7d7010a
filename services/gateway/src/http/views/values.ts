/** What the contract between services has as milliseconds, zeros and empty texts, as REST has it. */

export const isoOf = (ms: number): string => new Date(ms).toISOString()
/** 0 is never. */
export const isoOrNull = (ms: number): string | null => (ms === 0 ? null : isoOf(ms))
export const textOrNull = (text: string): string | null => (text === '' ? null : text)
/** 0 is nobody. */
export const numberOrNull = (number: number): number | null => (number === 0 ? null : number)
