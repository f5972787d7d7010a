import type { SeasonView } from '@kla/proto/web'
import { toastSuccess } from '../../shared/ui/toast.js'
import { useDraft } from '../kit/drafts.js'
import { useUndo } from '../kit/undo.js'
import { useChange } from '../kit/versions.js'
import { usePutSeasonMutation } from './api.js'
import { draftOf, type SeasonDraft, toSeasonEdit } from './season-draft.js'
import { seasonFields, thingOf } from './season-fields.js'

/** Unsaved edits of a season and where they began. */
export interface SeasonEdits {
  draft: SeasonDraft
  basis: SeasonView
}

/** Keeps a season's edits until they are saved or discarded. */
export function useSeasonEdits(season: SeasonView) {
  const edits = useDraft<SeasonEdits>('season', season.id, 'edits', { draft: draftOf(season), basis: season })
  return {
    ...edits,
    edit: (part: Partial<SeasonDraft>) => edits.change(({ draft, basis }) => ({ draft: { ...draft, ...part }, basis })),
  }
}

/** Resolves to true once saved or discarded. Unpublished seasons can undo it. */
export function useSaveSeason() {
  const [put, { isLoading }] = usePutSeasonMutation()
  const carryOut = useChange()
  const { push } = useUndo()
  const save = async ({ draft, basis }: SeasonEdits, shown: SeasonView): Promise<boolean> => {
    const { id, name } = basis
    const edit = toSeasonEdit(draft, basis)
    const outcome = await carryOut({
      thing: thingOf(id),
      name,
      version: basis.version,
      before: seasonFields(shown),
      yours: seasonFields({ ...basis, ...edit }),
      fieldsOf: (current: SeasonView) => seasonFields(current),
      send: (version) => put({ id, ...edit, version }),
      versionAfter: ({ version }) => version,
      failed: 'Failed to save the season.',
    })
    if (outcome.kind !== 'done') return outcome.kind === 'theirs'
    toastSuccess('Season saved.')
    const saved = outcome.answer
    if (!saved.published) {
      const before = outcome.over ?? basis
      push({
        label: `Change of ${name}`,
        thing: thingOf(id),
        version: saved.version,
        undo: (version) =>
          put({ id, ...toSeasonEdit(draftOf(before), before), version })
            .unwrap()
            .then((after) => after.version),
      })
    }
    return true
  }
  return { save, saving: isLoading }
}
