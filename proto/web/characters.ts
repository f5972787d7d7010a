/** Lengths of names in characters as people see them. */

/** Code points on average: families have seven, flags two. */
const PARTS_MAX = 8
/** Fields count in UTF-16 units. */
export const CHARACTER_UNITS_MAX = 2 * PARTS_MAX

// Created for the first text, because its data is large.
let segmenter: Intl.Segmenter | undefined

export function charactersOf(text: string): string[] {
  if (!('Segmenter' in Intl)) return [...text]
  segmenter ??= new Intl.Segmenter('en')
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Counts at least one per {@link PARTS_MAX} code points, so that joining cannot hide length. */
export const characterCount = (text: string): number =>
  Math.max(charactersOf(text).length, Math.ceil([...text].length / PARTS_MAX))
