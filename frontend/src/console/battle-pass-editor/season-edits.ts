import { useState } from 'react'
import type { RestError, SeasonView } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { useUndo } from '../kit/undo.js'
import { usePutSeasonMutation } from './api.js'
import { draftOf, type SeasonDraft, toSeasonEdit } from './season-draft.js'

interface SeasonEdits {
  draft: SeasonDraft
  basis: SeasonView
}

/** Unsaved edits by season, kept while another season is open. */
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
    rebase: (season: SeasonView) => {
      const kept = edits.get(season.id)
      if (kept) set(season.id, { ...kept, basis: season })
    },
    forget: (id: string) => setEdits((before) => new Map([...before].filter(([other]) => other !== id))),
  }
}

const isConflict = (error: unknown): boolean =>
  (error as { data?: Partial<RestError> } | undefined)?.data?.code === 'CHANGED_MEANWHILE'

/** Undoable while the season is unpublished. */
export function useSaveSeason() {
  const [put, { isLoading }] = usePutSeasonMutation()
  const { push } = useUndo()
  const save = async ({ draft, basis }: SeasonEdits): Promise<boolean> => {
    const { id, name } = basis
    const { data, error } = await put({ id, ...toSeasonEdit(draft, basis) })
    if (!data) {
      const conflict = 'Not saved: somebody else has changed it.'
      toastError(isConflict(error) ? conflict : errorText(error, 'Failed to save the season.'))
      return false
    }
    toastSuccess('Season saved.')
    if (!data.published) {
      const before = { ...toSeasonEdit(draftOf(basis), basis), version: data.version }
      push({ label: `Change of ${name}`, undo: () => put({ id, ...before }).unwrap() })
    }
    return true
  }
  return { save, saving: isLoading }
}
