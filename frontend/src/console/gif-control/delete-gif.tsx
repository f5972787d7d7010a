import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.js'
import { deletedWords, WHAT_DELETING_DOES } from '../kit/text/deletion.js'
import { useDeleteGifMutation } from './gifs-api.js'

interface DeleteGifProps {
  id: number
  onDeleted: () => void
  onClose: () => void
}

export function DeleteGif({ id, onDeleted, onClose }: DeleteGifProps) {
  const [remove] = useDeleteGifMutation()
  const carryOut = async () => {
    const { data } = await remove(id)
    if (!data) {
      toastError('Delete failed')
      return
    }
    toastSuccess('Deleted')
    toastNeutral(`GIF #${id}: ${deletedWords(data)}`)
    onDeleted()
  }
  return (
    <ConfirmDialog title={`Delete GIF #${id}`} confirm="Delete" onConfirm={carryOut} onClose={onClose}>
      <p>Delete this GIF? This cannot be undone.</p>
      <p>{WHAT_DELETING_DOES}</p>
    </ConfirmDialog>
  )
}
