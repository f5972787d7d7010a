import { useRef, useState } from 'react'
import { errorCode, errorText } from '../../shared/api/errors.js'
import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { secondPersonForDeletion, useAskForReportDeletionMutation } from '../entities/approvals.js'
import { AskSecondPerson } from '../entities/ask-second-person.js'
import { useDeleteReportMutation } from '../entities/reports-api.js'
import { deletedWords, WHAT_DELETING_DOES } from '../entities/words.js'
import { ConfirmDialog } from '../kit/dialogs.js'

interface DeleteReportProps {
  id: number
  onDeleted: () => void
  onClose: () => void
}

export function DeleteReport({ id, onDeleted, onClose }: DeleteReportProps) {
  const [remove] = useDeleteReportMutation()
  const [ask] = useAskForReportDeletionMutation()
  const [asking, setAsking] = useState(false)
  /** A ref as well, because the dialog closes before the next render. */
  const refused = useRef(false)
  const carryOut = async () => {
    const { data, error } = await remove(id)
    if (errorCode(error) === 'SECOND_PERSON_REQUIRED') {
      refused.current = true
      setAsking(true)
      return
    }
    if (!data) {
      toastError(errorText(error, 'Delete failed'))
      return
    }
    toastSuccess('Deleted')
    toastNeutral(`Report #${id}: ${deletedWords(data)}`)
    onDeleted()
  }
  if (asking) {
    return (
      <AskSecondPerson onAsk={(reason) => ask({ ids: [id], reason })} onClose={onClose}>
        <p>{secondPersonForDeletion(1)}</p>
      </AskSecondPerson>
    )
  }
  return (
    <ConfirmDialog
      title={`Delete #${id}?`}
      confirm="Delete"
      onConfirm={carryOut}
      onClose={() => void (refused.current || onClose())}
    >
      <p>This cannot be undone.</p>
      <p>{WHAT_DELETING_DOES} Until then somebody else can restore it under Approvals.</p>
    </ConfirmDialog>
  )
}
