/** A user id as somebody typed it; null for anything that is none. */
export const readUserId = (text: string): number | null => {
  const id = Number(text.trim())
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
