import { useState } from 'react'
import type { SeasonView } from '@kla/proto/web'
import { draftOf, type SeasonDraft } from './season-draft.js'

/** What was written and not saved yet, and what it was made from. */
export interface SeasonEdits {
  draft: SeasonDraft
  basis: SeasonView
}

/** Edits season by season: a look at another one loses none of them. */
export function useSeasonEdits() {
  const [edits, setEdits] = useState<ReadonlyMap<string, SeasonEdits>>(new Map())
  const set = (id: string, changed: SeasonEdits) => setEdits((before) => new Map(before).set(id, changed))
  return {
    of: (season: SeasonView): SeasonEdits => edits.get(season.id) ?? { draft: draftOf(season), basis: season },
    has: (id: string): boolean => edits.has(id),
    change: (season: SeasonView, part: Partial<SeasonDraft>) =>
      setEdits((before) => {
        const { draft, basis } = before.get(season.id) ?? { draft: draftOf(season), basis: season }
        return new Map(before).set(season.id, { draft: { ...draft, ...part }, basis })
      }),
    /** Takes what was written as written on top of what is there now. */
    rebase: (season: SeasonView) => {
      const kept = edits.get(season.id)
      if (kept) set(season.id, { ...kept, basis: season })
    },
    forget: (id: string) => setEdits((before) => new Map([...before].filter(([other]) => other !== id))),
  }
}
