import type { JobDetailView } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { ConfirmDialog } from '../kit/dialogs.js'

interface AskForDecisionProps {
  job: JobDetailView
  onAsk: () => Promise<{ error?: unknown }>
  onClose: () => void
}

/** Asks a second person for a permanent measure on stills alone. What happened is the reason that they read. */
export const AskForDecision = ({ job, onAsk, onClose }: AskForDecisionProps) => (
  <ConfirmDialog
    title="Ask a second person?"
    confirm="Ask"
    danger={false}
    onConfirm={async () => {
      const { error } = await onAsk()
      if (error) toastError(errorText(error, "We couldn't send the request."))
      else toastSuccess('Asked. Decide here once it is approved.')
    }}
    onClose={onClose}
  >
    <p>
      Stills can be forged, so no one bans {job.subject_name || `#${job.subject_id}`} permanently on stills alone.
      Someone else who decides reports reads what you wrote and approves it under Approvals. What you wrote stays here.
    </p>
    <p>Until then you can decide on the chat instead, or ban for a limited time.</p>
  </ConfirmDialog>
)
