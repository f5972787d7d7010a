import type { CupView } from '@kla/proto/web'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useCancelCupMutation } from '../cups/cups-api.js'
import { ReasonDialog } from '../kit/dialogs/reason-dialog.js'

interface CupDialogProps {
  cup: CupView
  onClose: () => void
}

/** Ends a cup without a champion. */
export function CancelCup({ cup, onClose }: CupDialogProps) {
  const [cancel] = useCancelCupMutation()
  const carryOut = async (reason: string): Promise<boolean> => {
    const { error } = await cancel({ id: cup.id, reason })
    if (error) toastError(errorText(error, 'Failed to cancel the cup.'))
    else toastSuccess('Cup cancelled.')
    return !error
  }
  return (
    <ReasonDialog title={`Cancel ${cup.name}?`} confirm="Cancel the cup" danger onConfirm={carryOut} onClose={onClose}>
      <p>It ends at once without a champion. This cannot be undone.</p>
    </ReasonDialog>
  )
}
