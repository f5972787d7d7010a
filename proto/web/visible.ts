/** Visibility of a text, in its own file because the first page needs no more. */

/**
 * Letters, numbers, punctuation and symbols that draw something. Marks need one of them, and pictures of a newer Unicode are in
 * `ExtPict` already. U+2800 is a blank braille cell, U+FFFC stands for an object, U+1D159, U+13441 and U+13442 are drawn as
 * nothing, `DI` are ignorable by default. The aliases are shorter for the first page.
 */
const VISIBLE = /(?![\u2800\ufffc\u{1d159}\u{13441}\u{13442}\p{DI}])[\p{L}\p{N}\p{P}\p{S}\p{ExtPict}]/u

export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** Trims the text; empty if nothing is visible. The server does the rest with `visibleText`. */
export const typedText = (text: string): string => (isVisible(text) ? text.trim() : '')
