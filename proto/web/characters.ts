/** Lengths of names, in characters as people see them: a letter with its marks is one, and so is a picture of a family. */

/** Code points of a character, on average over a name: families have seven, flags of countries two. */
const PARTS_MAX = 8
/** UTF-16 units of a character, for fields, which count those. */
export const CHARACTER_UNITS_MAX = 2 * PARTS_MAX

const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('en') : undefined

export const charactersOf = (text: string): string[] =>
  segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [...text]

/** A text that is joined without an end would be one character, so that every {@link PARTS_MAX} code points count as one at least. */
export const characterCount = (text: string): number =>
  Math.max(charactersOf(text).length, Math.ceil([...text].length / PARTS_MAX))
