import { BAN_REASON_MAX, type BanView } from '@kla/proto/web'
import type { FormEvent } from 'react'
import { useRoughNow } from '../../shared/time/now.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { TextArea } from '../../shared/ui/fields.js'
import { useSettled } from '../../shared/ui/settling.js'
import { toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { banFields, banStatus, thingOf, useDeleteBanMutation, useLiftBanMutation } from '../entities/bans.js'
import { HoldSection } from '../entities/holds.js'
import { deletedWords, WHAT_DELETING_DOES } from '../entities/words.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { DraftNote, useDraft } from '../kit/drafts.js'
import { isBlank } from '../kit/forms.js'
import { useChange } from '../kit/versions.js'
import styles from './bans.module.css'

interface BanActionsProps {
  ban: BanView
  lift: ((ban: BanView) => void) | null
  remove: ((ban: BanView) => void) | null
}

export function BanActions({ ban, lift, remove }: BanActionsProps) {
  const active = banStatus(ban, useRoughNow()) === 'active'
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

interface LiftBanProps {
  ban: BanView
  onDone: () => void
}

export function LiftBan({ ban, onDone }: LiftBanProps) {
  const { id } = ban
  const [lift, { isLoading }] = useLiftBanMutation()
  const carryOut = useChange()
  const reason = useDraft('ban', id, 'lift reason', '')
  const settled = useSettled(id)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading || !settled) return
    const given = reason.value
    const liftReason = isBlank(given) ? null : given.trim()
    const outcome = await carryOut({
      thing: thingOf(id),
      name: `Ban #${id}`,
      version: ban.version,
      before: banFields(ban),
      yours: { Ban: 'Lifted', 'Lift reason': liftReason ?? '' },
      fieldsOf: banFields,
      send: (version) => lift({ id, liftReason, version }),
      versionAfter: ({ version }) => version,
      failed: 'Failed to lift ban.',
    })
    if (outcome.kind === 'open') return
    if (outcome.kind === 'done') toastSuccess('Ban lifted.')
    reason.sent(given)
    onDone()
  }
  return (
    <Dialog title={`Lift ban #${id}?`} open onClose={onDone}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextArea
          label="Lift reason"
          rows={3}
          data-autofocus=""
          maxLength={BAN_REASON_MAX}
          hint="Only administrators read this."
          value={reason.value}
          onChange={(event) => reason.change(event.target.value)}
        />
        <DraftNote drafts={[reason]} of="the lift reason" />
        <Button type="submit" variant="primary" busy={isLoading} aria-disabled={!settled}>
          Lift the ban
        </Button>
      </form>
    </Dialog>
  )
}

interface DeleteBanProps {
  ban: BanView
  onDeleted: () => void
  onClose: () => void
}

export function DeleteBan({ ban, onDeleted, onClose }: DeleteBanProps) {
  const { id } = ban
  const [remove] = useDeleteBanMutation()
  const carryOut = useChange()
  const confirmed = async () => {
    const outcome = await carryOut({
      thing: thingOf(id),
      name: `Ban #${id}`,
      version: ban.version,
      before: { ...banFields(ban), 'This ban': 'Kept' },
      yours: { 'This ban': 'Deleted' },
      fieldsOf: (current: BanView) => ({ ...banFields(current), 'This ban': 'Kept' }),
      send: (version) => remove({ id, version }),
      failed: 'Failed to delete ban.',
    })
    if (outcome.kind !== 'done') return
    toastSuccess('Ban deleted.')
    toastNeutral(`Ban #${id}: ${deletedWords(outcome.answer)}`)
    onDeleted()
  }
  return (
    <ConfirmDialog title={`Delete ban #${id}?`} confirm="Delete" onConfirm={confirmed} onClose={onClose}>
      <p>This record is permanently removed.</p>
      <p>{WHAT_DELETING_DOES} If the ban is in force, this lifts it.</p>
    </ConfirmDialog>
  )
}
