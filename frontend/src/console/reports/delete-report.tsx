import { toastError, toastNeutral, toastSuccess } from '../../components/ui/toast.js'
import { errorText } from '../../lib/api/error-text.js'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.js'
import { deletedWords, WHAT_DELETING_DOES } from '../kit/text/deletion.js'
import { useDeleteReportMutation } from './reports-api.js'

interface DeleteReportProps {
  id: number
  onDeleted: () => void
  onClose: () => void
}

export function DeleteReport({ id, onDeleted, onClose }: DeleteReportProps) {
  const [remove] = useDeleteReportMutation()
  const carryOut = async () => {
    const { data, error } = await remove(id)
    if (!data) {
      toastError(errorText(error, 'Delete failed'))
      return
    }
    toastSuccess('Deleted')
    toastNeutral(`Report #${id}: ${deletedWords(data)}`)
    onDeleted()
  }
  return (
    <ConfirmDialog title={`Delete #${id}?`} confirm="Delete" onConfirm={carryOut} onClose={onClose}>
      <p>This cannot be undone.</p>
      <p>{WHAT_DELETING_DOES}</p>
    </ConfirmDialog>
  )
}
