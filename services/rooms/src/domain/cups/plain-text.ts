/** Whether a text has from `min` to `max` characters, and none that a database cannot keep. */
export const isPlainText = (text: string, min: number, max: number): boolean => {
  // People count characters, not UTF-16 units.
  const { length } = [...text]
  return length >= min && length <= max && !text.includes('\0')
}
