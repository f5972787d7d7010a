import type { ReactNode } from 'react'
import { toastSuccess } from '../../shared/ui/toast.js'
import { ReasonDialog } from '../kit/dialogs.js'
import { toastFailure } from './step-up.js'

interface AskSecondPersonProps {
  children: ReactNode
  /** Key of the draft, as in `ReasonDialog`. */
  draft: readonly [kind: string, entry: number | string]
  onAsk: (reason: string) => Promise<{ error?: unknown }>
  onClose: () => void
}

export const AskSecondPerson = ({ children, draft, onAsk, onClose }: AskSecondPersonProps) => (
  <ReasonDialog
    title="Ask a second person?"
    confirm="Ask"
    draft={draft}
    hint="The person who approves it reads this."
    onConfirm={async (reason) => {
      const { error } = await onAsk(reason)
      if (error) toastFailure(error, "We couldn't send the request.")
      else toastSuccess('Asked. Do it again here once it is approved. The approval is valid for a day.')
      return !error
    }}
    onClose={onClose}
  >
    {children}
  </ReasonDialog>
)
