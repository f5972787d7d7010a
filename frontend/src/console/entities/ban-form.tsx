import { BAN_REASON_MAX, type BanView, NOTES_MAX } from '@kla/proto/web'
import { type FormEvent, useId, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { useRoughNow } from '../../shared/time/now.js'
import { Button } from '../../shared/ui/button.js'
import { SelectField, TextArea, TextField } from '../../shared/ui/fields.js'
import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { DraftNote, useDraft } from '../kit/drafts.js'
import { focusFirstInvalid } from '../kit/forms.js'
import { readUserId } from '../kit/numbers.js'
import { useUndo } from '../kit/undo.js'
import styles from './ban-form.module.css'
import { type BanTarget, useBanTarget } from './ban-target.js'
import { AlreadyBanned, BannedPerson, type ExistingBanAction, nameOfTarget } from './banned-person.js'
import {
  type BanDraft,
  banSummary,
  draftErrors,
  DURATION_CHOICES,
  type DurationChoice,
  emptyDraft,
  SCOPE_OPTIONS,
  type SeenBan,
  thingOf,
  toBanCreation,
  useCreateBanMutation,
  useLiftBanMutation,
} from './bans.js'
import { useMay } from './session-api.js'

const DURATION_WORDS: Partial<Record<DurationChoice, string>> = { permanent: 'Permanent', custom: 'Custom (days)' }
const DURATION_OPTIONS = [
  { value: '' as const, label: 'Choose…' },
  ...DURATION_CHOICES.map((value) => ({ value, label: DURATION_WORDS[value] ?? value })),
]

const SUBMIT_WORDS: Readonly<Record<ExistingBanAction, string>> = {
  '': 'Create Ban',
  extend: 'Extend Ban',
  replace: 'Replace Ban',
  leave: 'Leave Ban',
}

interface BanFormProps {
  given?: Partial<BanDraft>
  about?: string
  /** Receives the new ban, or the one left in force. */
  onBanned?: (ban: BanView) => void
}

export function BanForm({ given, about = 'new', onBanned }: BanFormProps) {
  const start = { ...emptyDraft, ...given }
  const kept = useDraft<BanDraft>('ban form', about, 'fields', start)
  const draft = kept.value
  const [then, setThen] = useState<ExistingBanAction>('')
  const [tried, setTried] = useState(false)
  // Complete ids only: each lookup of an account is audited.
  const [lookedUp, setLookedUp] = useState(readUserId(draft.userId))
  const [newer, setNewer] = useState<BanView | null>(null)
  const [looks, setLooks] = useState(0)
  const target = useBanTarget(lookedUp, draft.scope, newer, looks)
  const { ban, banning } = useBan()
  const now = useRoughNow()
  const summaryId = useId()
  const known = target.kind === 'known' ? target.ban : null
  const found = { ...draftErrors(draft), ...targetErrors(target, then) }
  const errors = tried ? found : {}
  const change = (part: Partial<BanDraft>) => kept.change((before) => ({ ...before, ...part }))
  const forget = () => {
    setThen('')
    setNewer(null)
  }
  const lookUp = () => {
    const id = readUserId(draft.userId)
    if (id === lookedUp) return
    setLookedUp(id)
    forget()
  }
  const reset = () => {
    setLookedUp(readUserId(start.userId))
    setTried(false)
    forget()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (readUserId(draft.userId) !== lookedUp) {
      // The person must be visible before the ban is set.
      lookUp()
      return
    }
    if (known && then === 'leave') {
      toastNeutral('The ban stays as it is.')
      kept.discard()
      reset()
      onBanned?.(known)
      return
    }
    setTried(true)
    if (Object.keys(found).length > 0) {
      focusFirstInvalid(event.currentTarget)
      return
    }
    const outcome = await ban(draft, known && (then === 'extend' || then === 'replace') ? { ban: known, then } : null)
    if (outcome.kind === 'changed') {
      setThen('')
      setNewer(outcome.ban)
      setLooks((before) => before + 1)
    } else if (outcome.kind === 'done') {
      kept.sent(draft)
      reset()
      onBanned?.(outcome.ban)
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="User ID"
        inputMode="numeric"
        value={draft.userId}
        error={
          target.kind === 'unknown' && target.id === readUserId(draft.userId) ? NO_ACCOUNT(target.id) : errors.userId
        }
        onChange={(event) => change({ userId: event.target.value })}
        onBlur={lookUp}
      />
      <BannedPerson target={target} />
      <div className={styles.pair}>
        <SelectField
          label="Scope"
          data-autofocus=""
          value={draft.scope}
          options={SCOPE_OPTIONS}
          onChange={(scope) => {
            change({ scope })
            forget()
          }}
        />
        <SelectField
          label="Duration"
          value={draft.duration}
          options={DURATION_OPTIONS}
          error={errors.duration}
          onChange={(duration) => change({ duration })}
        />
      </div>
      {draft.duration === 'custom' && (
        <TextField
          label="Days"
          inputMode="decimal"
          value={draft.days}
          error={errors.days}
          hint="Half a day is 0.5."
          onChange={(event) => change({ days: event.target.value })}
        />
      )}
      {known && (
        <AlreadyBanned ban={known} justNow={newer !== null} value={then} error={errors.then} onChange={setThen} />
      )}
      <TextArea
        label="Reason"
        rows={2}
        maxLength={BAN_REASON_MAX}
        error={errors.reason}
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
      <DraftNote drafts={[kept]} of="the ban" />
      <p id={summaryId} className={styles.summary}>
        {then === 'leave' ? null : banSummary(draft, now, nameOfTarget(target))}
      </p>
      <Button
        type="submit"
        variant={then === 'leave' ? 'primary' : 'danger'}
        wide
        busy={banning || target.kind === 'looking'}
        aria-describedby={summaryId}
      >
        {SUBMIT_WORDS[known ? then : '']}
      </Button>
    </form>
  )
}

const NO_ACCOUNT = (id: number): string => `There is no account ${id}. Check the number.`

function targetErrors(target: BanTarget, then: ExistingBanAction): { userId?: string; then?: string } {
  switch (target.kind) {
    case 'none':
      return { userId: 'User ID is required.' }
    case 'looking':
      return { userId: 'Wait until the account is looked up.' }
    case 'unknown':
      return { userId: NO_ACCOUNT(target.id) }
    case 'failed':
      return { userId: "We couldn't look up the account." }
    case 'known':
      return target.ban && then === '' ? { then: 'Choose what happens to the ban in force.' } : {}
  }
}

const DONE_WORDS = { extend: 'Ban extended.', replace: 'Ban replaced.' } as const

type Outcome =
  | { kind: 'done'; ban: BanView }
  /** Someone else changed or ended the ban; null if none is in force. */
  | { kind: 'changed'; ban: BanView | null }
  | { kind: 'failed' }

/** Sets, extends or replaces a ban. Undo lifts a new, unchanged one. */
function useBan() {
  const [create, { isLoading }] = useCreateBanMutation()
  const [lift] = useLiftBanMutation()
  const may = useMay()
  const { push } = useUndo()

  const ban = async (draft: BanDraft, seen: SeenBan): Promise<Outcome> => {
    const { data, error } = await create(toBanCreation(draft, seen))
    if (!data) {
      toastError(errorText(error, 'Failed to create ban.'))
      return changedOf(error)
    }
    toastSuccess(seen ? DONE_WORDS[seen.then] : 'Ban created.')
    if (!seen && may('bans.lift')) {
      push({
        label: `Ban #${data.id} of user ${data.user_id}`,
        thing: thingOf(data.id),
        version: data.version,
        undo: (version) =>
          lift({ id: data.id, liftReason: 'Taken back', version })
            .unwrap()
            .then((ban) => ban.version),
      })
    }
    return { kind: 'done', ban: data }
  }
  return { ban, banning: isLoading }
}

function changedOf(error: unknown): Outcome {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: { current?: BanView } }
  if (status !== 409 || !data?.current) return { kind: 'failed' }
  return { kind: 'changed', ban: data.current.lifted_at === null ? data.current : null }
}
