import type { RestError } from '@kla/proto/web'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useUndo } from '../kit/undo/undo-context.js'
import { usePutSeasonMutation } from './pass-api.js'
import { draftOf, toSeasonEdit } from './season-draft.js'
import type { SeasonEdits } from './use-season-edits.js'

/** Whether it was written on top of something that is no more. */
const isConflict = (error: unknown): boolean =>
  (error as { data?: Partial<RestError> } | undefined)?.data?.code === 'CONFLICT'

/** Saves what was written, and says how that went; `true` says that it was saved. A draft's change can be undone. */
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
