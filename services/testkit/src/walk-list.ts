/** A page of a list that continues after its last row. */
export interface WalkedPage<Id, At> {
  readonly ids: readonly Id[]
  readonly next: At | undefined
}

/** Reads a list page by page by its cursors. `arrive` runs between the pages. */
export async function walkList<Id, At>(
  read: (after: At | undefined) => Promise<WalkedPage<Id, At>>,
  arrive: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Id[]> {
  const all: Id[] = []
  for (let after: At | undefined; ;) {
    const { ids, next } = await read(after)
    all.push(...ids)
    if (next === undefined) return all
    after = next
    await arrive()
  }
}
