import type { CorrectionRequest, CorrectionView } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { useAttempts } from '../../shared/browser/attempts.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { useUndo } from '../kit/undo.js'
import { useCorrectStandingMutation, useReverseCorrectionMutation } from './api.js'
import { differenceWords } from './correction.js'

/** Saves corrections, undoable, resolving to true on success. */
export function useCorrections() {
  const [correctStanding] = useCorrectStandingMutation()
  const [reverseCorrection] = useReverseCorrectionMutation()
  const attempts = useAttempts()
  const { push } = useUndo()

  const correct = async (request: Omit<CorrectionRequest, 'id'>): Promise<boolean> => {
    const { data, error } = await correctStanding({ id: attempts.idOf(request), ...request })
    if (!data) {
      toastError(errorText(error, 'Failed to correct the figures.'))
      return false
    }
    attempts.done()
    toastSuccess('Figures corrected.')
    push({
      label: `Correction of user ${data.user_id}: ${differenceWords(data)}`,
      undo: () => reverseCorrection({ id: data.id, reason: 'Taken back' }).unwrap(),
    })
    return true
  }

  const reverse = async ({ id }: CorrectionView, reason: string): Promise<boolean> => {
    const { error } = await reverseCorrection({ id, reason })
    if (error) toastError(errorText(error, 'Failed to reverse the correction.'))
    else toastSuccess('Correction reversed.')
    return !error
  }
  return { correct, reverse }
}
