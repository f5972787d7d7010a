import type { SeasonView } from '@kla/proto/web'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.js'
import { useDeleteSeasonMutation } from './pass-api.js'

interface DeleteSeasonProps {
  season: SeasonView
  onDeleted: () => void
  onClose: () => void
}

export function DeleteSeason({ season, onDeleted, onClose }: DeleteSeasonProps) {
  const [remove] = useDeleteSeasonMutation()
  const carryOut = async () => {
    const { error } = await remove(season.id)
    if (error) {
      toastError(errorText(error, 'Failed to delete the season.'))
      return
    }
    toastSuccess('Draft deleted.')
    onDeleted()
  }
  return (
    <ConfirmDialog title={`Delete the draft ${season.name}?`} confirm="Delete" onConfirm={carryOut} onClose={onClose}>
      <p>No player has seen it. It cannot be brought back.</p>
    </ConfirmDialog>
  )
}
