import type { BanView } from '@kla/proto/web'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useUndo } from '../kit/undo/undo-context.js'
import { useMay } from '../session/use-may.js'
import { toBanCreation, type BanDraft } from './ban-draft.js'
import { useCreateBanMutation, useLiftBanMutation } from './bans-api.js'

/** Bans somebody and says how that went; null where it did not. A fresh ban can be undone, which lifts it. */
export function useBan() {
  const [create, { isLoading }] = useCreateBanMutation()
  const [lift] = useLiftBanMutation()
  const may = useMay()
  const { push } = useUndo()

  const ban = async (draft: BanDraft): Promise<BanView | null> => {
    const { data, error } = await create(toBanCreation(draft))
    if (!data) {
      toastError(errorText(error, 'Failed to create ban.'))
      return null
    }
    toastSuccess('Ban created.')
    if (may('bans.lift')) {
      push({
        label: `Ban #${data.id} of user ${data.user_id}`,
        undo: () => lift({ id: data.id, liftReason: 'Taken back' }).unwrap(),
      })
    }
    return data
  }
  return { ban, banning: isLoading }
}
