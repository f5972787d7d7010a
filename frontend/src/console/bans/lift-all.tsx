import { useState, type FormEvent } from 'react'
import { BAN_REASON_MAX, type BanScope } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useLiftAllBansMutation } from '../banning/bans-api.js'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.js'
import { readUserId } from '../subjects/read-user-id.js'
import { SCOPE_WORDS } from '../words.js'
import { ScopeOrAny } from './scope-or-any.js'
import styles from './bans.module.css'

/** Lifts everything that is in force against somebody. */
export function LiftAll() {
  const [liftAll] = useLiftAllBansMutation()
  const [userId, setUserId] = useState('')
  const [scope, setScope] = useState<BanScope | null>(null)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [asked, setAsked] = useState<number | null>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const id = readUserId(userId)
    setMissing(id === null)
    setAsked(id)
  }
  const carryOut = async (id: number) => {
    const { error } = await liftAll({ userId: id, scope, liftReason: reason.trim() || null })
    if (error) toastError(errorText(error, 'Failed to lift all bans.'))
    else toastSuccess('All active bans lifted for user.')
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label="User ID"
        inputMode="numeric"
        value={userId}
        error={missing ? 'Enter a user ID first.' : undefined}
        onChange={(event) => setUserId(event.target.value)}
      />
      <ScopeOrAny value={scope} onChange={setScope} />
      <TextField
        label="Lift reason"
        maxLength={BAN_REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" wide>
        Lift All Active Bans
      </Button>
      {asked !== null && (
        <ConfirmDialog
          title={`Lift all bans of user ${asked}?`}
          confirm="Lift all"
          danger={false}
          onConfirm={() => carryOut(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            Every active ban {scope ? `of the scope ${SCOPE_WORDS[scope]} ` : ''}ends at once. To ban this person again
            takes a new ban.
          </p>
        </ConfirmDialog>
      )}
    </form>
  )
}
