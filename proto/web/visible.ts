/** Visibility of a text, small for the first page. */

/**
 * Letters, numbers, punctuation and symbols that draw something. `ExtPict` has newer pictures; U+2800, U+FFFC, U+1D159,
 * U+13441, U+13442 and `DI` draw nothing.
 */
const VISIBLE = /(?![\u2800\ufffc\u{1d159}\u{13441}\u{13442}\p{DI}])[\p{L}\p{N}\p{P}\p{S}\p{ExtPict}]/u

export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** Trims; empty if invisible. Servers use `visibleText`. */
export const typedText = (text: string): string => (isVisible(text) ? text.trim() : '')
