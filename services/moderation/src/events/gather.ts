/**
 * Writes items in batches: what is added while a batch is being written makes the next one. Each addition resolves, or
 * rejects, with its batch.
 */
export function gather<T>(write: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: { readonly items: T[]; readonly written: Promise<void> } | undefined
  let last: Promise<unknown> = Promise.resolve()

  function begin() {
    const items: T[] = []
    const written = last.then(() => {
      waiting = undefined
      return write(items)
    })
    last = written.catch(() => undefined)
    return { items, written }
  }

  return (item) => {
    waiting ??= begin()
    waiting.items.push(item)
    return waiting.written
  }
}
