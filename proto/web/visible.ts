/** Whether anybody would see a text. In a file of its own: the first page needs no more. */

/** U+2800 is a blank braille cell, U+FFFC stands for an object, U+1D159, U+13441 and U+13442 are drawn as nothing. */
export const BLANKS = '\\u2800\\ufffc\\u{1d159}\\u{13441}\\u{13442}'
/**
 * Letters, numbers, punctuation and symbols that draw something. Marks need one of them, and pictures of a newer Unicode
 * are in `Extended_Pictographic` already.
 */
const VISIBLE = new RegExp(
  `(?![${BLANKS}\\p{Default_Ignorable_Code_Point}\\p{Cf}])[\\p{L}\\p{N}\\p{P}\\p{S}\\p{Extended_Pictographic}]`,
  'u',
)

export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** Trimmed; empty if nobody would see anything. The server does the rest with `visibleText`. */
export const typedText = (text: string): string => (isVisible(text) ? text.trim() : '')
