import { type DeskView, NOTES_MAX } from '@kla/proto/web'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { useAttempts } from '../../shared/browser/attempts.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { TextArea } from '../../shared/ui/fields.js'
import { Switch } from '../../shared/ui/switch.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { useLeaveHandoverMutation, useOwnDuty, useSetDutyMutation } from '../entities/desk.js'
import { useMay } from '../entities/session-api.js'
import { DraftNote, useDraft } from '../kit/drafts.js'
import { isBlank } from '../kit/forms.js'
import { When } from '../kit/moments.js'
import { NoteThread } from '../kit/notes.js'
import styles from './desk.module.css'

/** Shows who is on duty, and what the last shift left. */
export function DutyBar({ desk }: { desk: DeskView }) {
  const decides = useMay()('reports.decide')
  const [reading, setReading] = useState(false)
  return (
    <>
      {desk.grave_covered === false && (
        <p className={styles.uncovered} role="alert">
          No one who may see child-safety reports is on duty. If you may, switch On duty on. Otherwise call someone who
          may.
        </p>
      )}
      <div className={styles.duty} role="group" aria-label="Duty">
        {decides && <DutySwitch />}
        <p className={styles.people}>
          {desk.on_duty.length === 0 ? (
            'No one is on duty.'
          ) : (
            <>
              On duty:{' '}
              {desk.on_duty.map(({ id, name, until }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  {name} until <When at={until} clock="minutes" />
                </span>
              ))}
            </>
          )}
        </p>
        <Button variant="quiet" onClick={() => setReading(true)}>
          {desk.handover ? `Note from ${desk.handover.by ?? 'the last shift'}` : 'Hand-over note'}
        </Button>
      </div>
      {reading && <Handover desk={desk} writes={decides} onClose={() => setReading(false)} />}
    </>
  )
}

function DutySwitch() {
  const [setDuty, { isLoading }] = useSetDutyMutation()
  const on = useOwnDuty() !== undefined
  const change = async (wanted: boolean) => {
    const { error } = await setDuty({ on: wanted })
    if (error) toastError(errorText(error, "We couldn't change your duty. Try again."))
    else toastSuccess(wanted ? "You're on duty." : "You're off duty.")
  }
  return (
    <Switch on={on} busy={isLoading} onChange={(wanted) => void change(wanted)}>
      On duty
    </Switch>
  )
}

interface HandoverProps {
  desk: DeskView
  writes: boolean
  onClose: () => void
}

function Handover({ desk: { handover, handovers }, writes, onClose }: HandoverProps) {
  return (
    <Dialog title="Hand-over" open onClose={onClose}>
      <NoteThread notes={handovers ?? (handover ? [handover] : [])} />
      {writes && <HandoverForm onLeft={onClose} />}
    </Dialog>
  )
}

function HandoverForm({ onLeft }: { onLeft: () => void }) {
  const draft = useDraft('handover', 0, 'note', '')
  const attempts = useAttempts()
  const [leave, { isLoading }] = useLeaveHandoverMutation()
  const blank = isBlank(draft.value)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (blank || isLoading) return
    const given = draft.value
    const { error } = await leave({ id: attempts.idOf(given.trim()), text: given.trim() })
    if (error) {
      toastError(errorText(error, "The note wasn't saved. Try again."))
      return
    }
    attempts.done()
    draft.sent(given)
    toastSuccess('Note left for the next shift.')
    onLeft()
  }
  const submitByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
  }
  return (
    <form className={styles.handoverForm} noValidate onSubmit={(event) => void submit(event)} onKeyDown={submitByKey}>
      <TextArea
        label="Note for the next shift"
        rows={4}
        maxLength={NOTES_MAX}
        data-autofocus=""
        hint="Every moderator reads this. Don't name anyone in child-safety reports."
        value={draft.value}
        onChange={(event) => draft.change(event.target.value)}
      />
      <DraftNote drafts={[draft]} of="the hand-over note" />
      <Button type="submit" variant="primary" disabled={blank} busy={isLoading} aria-keyshortcuts="Control+Enter">
        Leave the note
      </Button>
    </form>
  )
}
