/** Whether a text has from `min` to `max` characters, and none that a database cannot keep. */
export const isPlainText = (text: string, min: number, max: number): boolean => {
  // People count characters, not UTF-16 units.
  const { length } = [...text]
  return length >= min && length <= max && !text.includes('\0')
}

/** Line breaks and other controls, and what turns the direction of the text around it. */
const UNRULY = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

/** Whether a plain text can stand within a line of other text. */
export const isPlainLine = (text: string, min: number, max: number): boolean =>
  isPlainText(text, min, max) && !UNRULY.test(text)
