import { useMemo, useState } from 'react'
import type { EntryId } from './list-state.js'

export interface Selection<Id extends EntryId = number> {
  /** Of the entries that are shown. */
  ids: readonly Id[]
  has: (id: Id) => boolean
  toggle: (id: Id) => void
  /** All that are shown, or none where all were. */
  toggleAll: () => void
  all: boolean
  clear: () => void
}

/** Which of the shown entries are selected; one that is not shown any more is not selected either. */
export function useSelection<Id extends EntryId>(shown: readonly Id[]): Selection<Id> {
  const [selected, setSelected] = useState<ReadonlySet<Id>>(new Set())
  return useMemo(() => {
    const ids = shown.filter((id) => selected.has(id))
    const all = shown.length > 0 && ids.length === shown.length
    return {
      ids,
      all,
      has: (id) => selected.has(id),
      toggle: (id) => setSelected(selected.has(id) ? new Set(ids.filter((other) => other !== id)) : new Set([...ids, id])),
      toggleAll: () => setSelected(all ? new Set() : new Set(shown)),
      clear: () => setSelected(new Set()),
    }
  }, [shown, selected])
}
