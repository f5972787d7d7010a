import type { CupView } from '@kla/proto/web'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useStartCupMutation } from '../cups/cups-api.js'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.js'

interface CupDialogProps {
  cup: CupView
  onClose: () => void
}

/** Draws the bracket before its time. */
export function StartCup({ cup, onClose }: CupDialogProps) {
  const [start] = useStartCupMutation()
  const carryOut = async () => {
    const { error } = await start(cup.id)
    if (error) toastError(errorText(error, 'Failed to start the cup.'))
    else toastSuccess('The bracket is drawn.')
  }
  return (
    <ConfirmDialog
      title={`Start ${cup.name} now?`}
      confirm="Start"
      danger={false}
      onConfirm={carryOut}
      onClose={onClose}
    >
      <p>
        The bracket is drawn for all {cup.entries.length} who have entered, as if they had checked in, and the first
        ties are called. This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}
