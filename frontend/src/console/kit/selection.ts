import { useMemo, useState } from 'react'
import type { EntryId } from './list-state.js'

/** Selected entries of the page and how to change them. */
export interface Selection<Id extends EntryId = number> {
  ids: readonly Id[]
  has: (id: Id) => boolean
  toggle: (id: Id) => void
  toggleAll: () => void
  all: boolean
  clear: () => void
  /** Replaces the selection. */
  select: (ids: readonly Id[]) => void
}

/** Entries that leave the page leave the selection. */
export function useSelection<Id extends EntryId>(shown: readonly Id[]): Selection<Id> {
  const [selected, setSelected] = useState<ReadonlySet<Id>>(new Set())
  const ids = useMemo(() => shown.filter((id) => selected.has(id)), [shown, selected])
  if (ids.length < selected.size) setSelected(new Set(ids))
  return useMemo(() => {
    const all = shown.length > 0 && ids.length === shown.length
    return {
      ids,
      all,
      has: (id) => selected.has(id),
      toggle: (id) =>
        setSelected(selected.has(id) ? new Set(ids.filter((other) => other !== id)) : new Set([...ids, id])),
      toggleAll: () => setSelected(all ? new Set() : new Set(shown)),
      clear: () => setSelected(new Set()),
      select: (chosen) => setSelected(new Set(chosen)),
    }
  }, [shown, selected, ids])
}
