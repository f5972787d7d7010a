import type { TicketView } from '@kla/proto/web'
import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useUndo } from '../kit/undo/undo-context.js'
import { changeOf, changeWords, inverseOf, type TicketDraft } from './ticket-change.js'
import { useUpdateTicketMutation } from './support-api.js'

/** Saves what differs, says how that went, and remembers how to take it back. `true` says that it was saved. */
export function useTicketChange(ticket: TicketView) {
  const [update, { isLoading }] = useUpdateTicketMutation()
  const { push } = useUndo()

  const save = async (draft: TicketDraft): Promise<boolean> => {
    const { id } = ticket
    const change = changeOf(ticket, draft)
    if (change === null) {
      toastNeutral('No changes.')
      return false
    }
    const { error } = await update({ id, ...change })
    if (error) {
      toastError(errorText(error, 'Update failed.'))
      return false
    }
    toastSuccess('Ticket updated.')
    const inverse = inverseOf(ticket, change)
    if (inverse !== null) {
      push({
        label: `Ticket #${id}: ${changeWords(ticket, change)}`,
        undo: () => update({ id, ...inverse }).unwrap(),
      })
    }
    return true
  }
  return { save, saving: isLoading }
}
