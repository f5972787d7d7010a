import type { CorrectionView } from '@kla/proto/web'
import { ReasonDialog } from '../kit/dialogs/reason-dialog.js'
import { differenceWords } from './correction-words.js'
import { useCorrections } from './use-corrections.js'

interface ReverseCorrectionProps {
  correction: CorrectionView
  onClose: () => void
}

/** Undoes a correction by its opposite; both stay in the history. */
export function ReverseCorrection({ correction, onClose }: ReverseCorrectionProps) {
  const { reverse } = useCorrections()
  return (
    <ReasonDialog
      title={`Reverse the correction of ${correction.user_name || 'user'} #${correction.user_id}?`}
      confirm="Reverse"
      onConfirm={(reason) => reverse(correction, reason)}
      onClose={onClose}
    >
      <p>
        {differenceWords(correction)} in {correction.season} is undone by its opposite. Both stay in the history.
      </p>
    </ReasonDialog>
  )
}
