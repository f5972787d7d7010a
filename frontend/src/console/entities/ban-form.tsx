import { type FormEvent, useId, useState } from 'react'
import { BAN_REASON_MAX, type BanView, NOTES_MAX } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { SelectField, TextArea, TextField } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { focusFirstInvalid } from '../kit/forms.js'
import { useNow } from '../kit/now.js'
import { Pill } from '../kit/text.js'
import { useUndo } from '../kit/undo.js'
import styles from './ban-form.module.css'
import {
  BAN_STATUS_TONES, BAN_STATUS_WORDS, type BanDraft, banStatus, banSummary, draftErrors, DURATION_CHOICES, type DurationChoice,
  emptyDraft, SCOPE_OPTIONS, toBanCreation, useCreateBanMutation, useLiftBanMutation,
} from './bans.js'
import { useMay } from './session-api.js'

const DURATION_WORDS: Partial<Record<DurationChoice, string>> = { permanent: 'Permanent', custom: 'Custom (days)' }
const DURATION_OPTIONS = DURATION_CHOICES.map((value) => ({ value, label: DURATION_WORDS[value] ?? value }))

interface BanFormProps {
  given?: Partial<BanDraft>
  onBanned?: (ban: BanView) => void
}

export function BanForm({ given, onBanned }: BanFormProps) {
  const start = { ...emptyDraft, ...given }
  const [draft, setDraft] = useState<BanDraft>(start)
  const [tried, setTried] = useState(false)
  const { ban, banning } = useBan()
  const now = useNow()
  const summaryId = useId()
  const errors = tried ? draftErrors(draft) : {}
  const change = (part: Partial<BanDraft>) => setDraft((before) => ({ ...before, ...part }))

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(draftErrors(draft)).length > 0) {
      focusFirstInvalid(event.currentTarget)
      return
    }
    const made = await ban(draft)
    if (made === null) return
    setDraft(start)
    setTried(false)
    onBanned?.(made)
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="User ID"
        inputMode="numeric"
        value={draft.userId}
        error={errors.userId}
        onChange={(event) => change({ userId: event.target.value })}
      />
      <div className={styles.pair}>
        <SelectField
          label="Scope"
          data-autofocus=""
          value={draft.scope}
          options={SCOPE_OPTIONS}
          onChange={(scope) => change({ scope })}
        />
        <SelectField
          label="Duration"
          value={draft.duration}
          options={DURATION_OPTIONS}
          onChange={(duration) => change({ duration })}
        />
      </div>
      {draft.duration === 'custom' && (
        <TextField
          label="Days"
          inputMode="decimal"
          value={draft.days}
          error={errors.days}
          hint="Without a number above 0 the ban is permanent."
          onChange={(event) => change({ days: event.target.value })}
        />
      )}
      <TextArea
        label="Reason"
        rows={2}
        maxLength={BAN_REASON_MAX}
        hint="The banned person reads this."
        value={draft.reason}
        onChange={(event) => change({ reason: event.target.value })}
      />
      <TextArea
        label="Notes"
        rows={2}
        maxLength={NOTES_MAX}
        hint="Only administrators read this."
        value={draft.notes}
        onChange={(event) => change({ notes: event.target.value })}
      />
      <TextArea
        label="Evidence JSON"
        rows={2}
        spellCheck={false}
        error={errors.evidence}
        value={draft.evidence}
        onChange={(event) => change({ evidence: event.target.value })}
      />
      <p id={summaryId} className={styles.summary}>
        {banSummary(draft, now)}
      </p>
      <Button type="submit" variant="danger" wide busy={banning} aria-describedby={summaryId}>
        Create Ban
      </Button>
    </form>
  )
}

export function BanPill({ ban }: { ban: BanView }) {
  const status = banStatus(ban, useNow())
  return <Pill tone={BAN_STATUS_TONES[status]}>{BAN_STATUS_WORDS[status]}</Pill>
}

/** Creates a ban and shows the result; null on failure. The ban can be undone, which lifts it. */
function useBan() {
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
