import { formatNumber } from '../../shared/format.js'

/** Counts things by an English word, such as "2 reports". */
export const counted = (count: number, word: string): string =>
  `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`

/** Returns an integer, possibly negative, or null. */
export function readWhole(text: string): number | null {
  const trimmed = text.trim()
  return /^[+-]?[0-9]{1,15}$/.test(trimmed) ? Number(trimmed) : null
}

export const readUserId = (text: string): number | null => {
  const id = Number(text.trim())
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
