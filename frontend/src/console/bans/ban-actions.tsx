import { type FormEvent, useState } from 'react'
import { BAN_REASON_MAX, type BanView, visibleText } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { TextField } from '../../shared/ui/fields.js'
import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { banStatus, useDeleteBanMutation, useLiftBanMutation } from '../entities/bans.js'
import { HoldSection } from '../entities/holds.js'
import { deletedWords, WHAT_DELETING_DOES } from '../entities/words.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { useNow } from '../kit/now.js'
import styles from './bans.module.css'

interface BanActionsProps {
  ban: BanView
  /** Null without permission. */
  lift: ((ban: BanView) => void) | null
  remove: ((ban: BanView) => void) | null
}

export function BanActions({ ban, lift, remove }: BanActionsProps) {
  const active = banStatus(ban, useNow()) === 'active'
  return (
    <>
      {lift && active && (
        <Button wide onClick={() => lift(ban)}>
          Lift
        </Button>
      )}
      <HoldSection kind="ban" id={ban.id} held={ban.held} />
      {remove && (
        <Button variant="danger" wide onClick={() => remove(ban)}>
          Delete
        </Button>
      )}
    </>
  )
}

export function LiftBan({ id, onDone }: { id: number; onDone: () => void }) {
  const [lift, { isLoading }] = useLiftBanMutation()
  const [reason, setReason] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { error } = await lift({ id, liftReason: visibleText(reason) || null })
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

interface DeleteBanProps {
  id: number
  onDeleted: () => void
  onClose: () => void
}

export function DeleteBan({ id, onDeleted, onClose }: DeleteBanProps) {
  const [remove] = useDeleteBanMutation()
  const carryOut = async () => {
    const { data, error } = await remove(id)
    if (!data) {
      toastError(errorText(error, 'Failed to delete ban.'))
      return
    }
    toastSuccess('Ban deleted.')
    toastNeutral(`Ban #${id}: ${deletedWords(data)}`)
    onDeleted()
  }
  return (
    <ConfirmDialog title={`Delete ban #${id}?`} confirm="Delete" onConfirm={carryOut} onClose={onClose}>
      <p>This record is permanently removed.</p>
      <p>{WHAT_DELETING_DOES} A ban that is in force is lifted by it.</p>
    </ConfirmDialog>
  )
}
