/** A zero character, which Postgres keeps in no text, or half of a character, which it keeps in no JSON. */
const UNSTORABLE = /\0|\p{Surrogate}/u

/** Whether some text in a value, keys included, could not be stored. */
export function hasUnstorableText(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string' && UNSTORABLE.test(one)) return true
    if (typeof one === 'object' && one !== null) for (const entry of Object.entries(one)) left.push(...entry)
  }
  return false
}
