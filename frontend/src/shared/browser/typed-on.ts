/** Longest pause between two keys of one text, in milliseconds. */
export const TYPED_ON_WITHIN_MS = 1_000

/**
 * Tells text that is typed on after its field is gone from shortcuts. `isGone`: the field was removed, hidden or
 * disabled, which its writer may not have seen.
 */
export function createTypedOn<Field>(isGone: (field: Field) => boolean) {
  let last: { readonly field: Field; readonly atMs: number } | null = null
  return {
    /** Notes that the field took a key or the focus, or lost it. */
    note(field: Field, atMs: number): void {
      last = { field, atMs }
    },
    /** True if a key outside of fields continues the text of one that is gone. */
    isTypedOn(atMs: number): boolean {
      if (last === null || atMs - last.atMs > TYPED_ON_WITHIN_MS || !isGone(last.field)) return false
      last = { ...last, atMs }
      return true
    },
  }
}
