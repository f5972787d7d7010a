/**
 * Names for what is sent: the same content has the same name until it was done, so that trying again after an answer
 * was lost does it once. Other content is another thing, with another name.
 */
export const createAttempts = (newId: () => string) => {
  let last: { content: string; id: string } | null = null
  return {
    idOf: (content: unknown): string => {
      const written = JSON.stringify(content)
      if (last?.content !== written) last = { content: written, id: newId() }
      return last.id
    },
    /** It was done: the same again is another thing. */
    done: () => {
      last = null
    },
  }
}
