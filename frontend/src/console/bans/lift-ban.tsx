import { useState, type FormEvent } from 'react'
import { BAN_REASON_MAX } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { TextField } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useLiftBanMutation } from '../banning/bans-api.js'
import styles from './bans.module.css'

/** Ends a ban early. The record stays, with who lifted it and why. */
export function LiftBan({ id, onDone }: { id: number; onDone: () => void }) {
  const [lift, { isLoading }] = useLiftBanMutation()
  const [reason, setReason] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { error } = await lift({ id, liftReason: reason.trim() || null })
    if (error) {
      toastError(errorText(error, 'Failed to lift ban.'))
      return
    }
    toastSuccess('Ban lifted.')
    onDone()
  }
  return (
    <Dialog title={`Lift ban #${id}?`} open onClose={onDone}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Lift reason"
          data-autofocus=""
          maxLength={BAN_REASON_MAX}
          hint="Only administrators read this."
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={isLoading}>
          Lift the ban
        </Button>
      </form>
    </Dialog>
  )
}
