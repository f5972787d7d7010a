import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useDeleteBanMutation } from '../banning/bans-api.js'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.js'
import { deletedWords, WHAT_DELETING_DOES } from '../kit/text/deletion.js'

interface DeleteBanProps {
  id: number
  onDeleted: () => void
  onClose: () => void
}

export function DeleteBan({ id, onDeleted, onClose }: DeleteBanProps) {
  const [remove] = useDeleteBanMutation()
  const carryOut = async () => {
    const { data, error } = await remove(id)
    if (!data) {
      toastError(errorText(error, 'Failed to delete ban.'))
      return
    }
    toastSuccess('Ban deleted.')
    toastNeutral(`Ban #${id}: ${deletedWords(data)}`)
    onDeleted()
  }
  return (
    <ConfirmDialog title={`Delete ban #${id}?`} confirm="Delete" onConfirm={carryOut} onClose={onClose}>
      <p>This record is permanently removed.</p>
      <p>{WHAT_DELETING_DOES} A ban that is in force is lifted by it.</p>
    </ConfirmDialog>
  )
}
