import { useId, useState, type FormEvent } from 'react'
import { BAN_REASON_MAX, BAN_SCOPES, NOTES_MAX, type BanView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { SelectField, TextArea, TextField } from '../../shared/ui/fields.js'
import { focusFirstInvalid } from '../kit/states/focus-first-invalid.js'
import { useNow } from '../kit/text/use-now.js'
import { SCOPE_WORDS } from '../words.js'
import { DURATION_CHOICES, draftErrors, emptyDraft, type BanDraft, type DurationChoice } from './ban-draft.js'
import { banSummary } from './ban-summary.js'
import { useBan } from './use-ban.js'
import styles from './banning.module.css'

const SCOPE_OPTIONS = BAN_SCOPES.map((value) => ({ value, label: SCOPE_WORDS[value] }))
const DURATION_WORDS: Partial<Record<DurationChoice, string>> = { permanent: 'Permanent', custom: 'Custom (days)' }
const DURATION_OPTIONS = DURATION_CHOICES.map((value) => ({ value, label: DURATION_WORDS[value] ?? value }))

interface BanFormProps {
  /** What is filled in already. */
  given?: Partial<BanDraft>
  onBanned?: (ban: BanView) => void
}

/** Bans somebody. What it would do stands in words above its button. */
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
