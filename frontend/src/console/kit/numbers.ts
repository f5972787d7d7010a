/** A whole number as somebody typed it, also one below zero; null for anything that is none. */
export function readWhole(text: string): number | null {
  const trimmed = text.trim()
  return /^[+-]?[0-9]{1,15}$/.test(trimmed) ? Number(trimmed) : null
}

/** A user id as somebody typed it; null for anything that is none. */
export const readUserId = (text: string): number | null => {
  const id = Number(text.trim())
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
