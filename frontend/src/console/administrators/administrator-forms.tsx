import type { AdministratorRole } from '@kla/proto/web'
import { type FormEvent, useState } from 'react'
import { errorCode } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { Checkbox, SelectField, TextField } from '../../shared/ui/fields.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { ROLE_OPTIONS, useCreateAdministratorMutation } from '../entities/administrators.js'
import { useAskForAdministratorMutation } from '../entities/approvals.js'
import { AskSecondPerson } from '../entities/ask-second-person.js'
import { toastFailure } from '../entities/step-up.js'
import { DraftNote, useDraft } from '../kit/drafts.js'
import { useMayGiveChildSafety } from './access.js'
import styles from './administrators.module.css'

/** Draft without the password, which is never stored. */
const EMPTY = { name: '', role: 'viewer' as AdministratorRole, childSafety: false }

export function CreateAdministrator() {
  const kept = useDraft('administrator', 'new', 'fields', EMPTY)
  const draft = kept.value
  const [password, setPassword] = useState('')
  const [create, { isLoading }] = useCreateAdministratorMutation()
  const [ask] = useAskForAdministratorMutation()
  const [asking, setAsking] = useState(false)
  const change = (part: Partial<typeof EMPTY>) => kept.change((before) => ({ ...before, ...part }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    const { childSafety, name, ...rest } = draft
    const { data, error } = await create({ ...rest, password, name: name.trim(), child_safety: childSafety })
    if (errorCode(error) === 'SECOND_PERSON_REQUIRED') {
      setAsking(true)
      return
    }
    if (!data) {
      toastFailure(error, 'Failed to create the administrator.')
      return
    }
    toastSuccess(`Administrator ${data.name} created.`)
    kept.sent(draft)
    setPassword('')
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label="Name"
        required
        maxLength={100}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label="Password"
        type="password"
        required
        autoComplete="new-password"
        hint="12 to 200 characters. They have to change it at their first sign-in."
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <SelectField label="Role" value={draft.role} options={ROLE_OPTIONS} onChange={(role) => change({ role })} />
      <ChildSafety checked={draft.childSafety} onChange={(childSafety) => change({ childSafety })} />
      <DraftNote drafts={[kept]} of="the new administrator" />
      <Button type="submit" variant="primary" busy={isLoading}>
        Create
      </Button>
      {asking && (
        <AskSecondPerson
          draft={['administrator', 'new']}
          onAsk={(reason) =>
            ask({ name: draft.name.trim(), role: draft.role, child_safety: draft.childSafety, reason })
          }
          onClose={() => setAsking(false)}
        >
          <p>
            This administrator could approve requests, so two people create the account. Another owner, or someone with
            child safety, has to approve it. Ask, then press Create again once it is approved.
          </p>
        </AskSecondPerson>
      )}
    </form>
  )
}

interface SetPasswordProps {
  busy: boolean
  onSet: (password: string) => Promise<boolean>
}

export function SetPassword({ busy, onSet }: SetPasswordProps) {
  const [password, setPassword] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!busy && (await onSet(password))) setPassword('')
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label="New password"
        type="password"
        required
        autoComplete="new-password"
        hint="12 to 200 characters. They have to change it when they sign in."
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" disabled={password === ''} busy={busy}>
        Set password
      </Button>
    </form>
  )
}

interface OwnPlayerProps {
  declared: number | null
  busy: boolean
  onApply: (chosen: number | null) => void
}

const ACCOUNT_ID = /^[1-9]\d{0,9}$/

/** Declares the player account that the administrator must not handle. */
export function OwnPlayer({ declared, busy, onApply }: OwnPlayerProps) {
  const [typed, setTyped] = useState(declared === null ? '' : String(declared))
  const text = typed.trim()
  const chosen = text === '' ? null : Number(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(chosen)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label="Own player account"
        inputMode="numeric"
        autoComplete="off"
        hint="Their user ID. They get no jobs, reports or bans about it. Empty if they don't play."
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={chosen === declared || (text !== '' && !ACCOUNT_ID.test(text))} busy={busy}>
        Apply the player account
      </Button>
    </form>
  )
}

interface ChildSafetyProps {
  receiver?: number
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Disabled for oneself, as the server would refuse. */
export function ChildSafety({ receiver, checked, onChange }: ChildSafetyProps) {
  const mayGive = useMayGiveChildSafety(receiver)
  return (
    <Checkbox checked={checked} disabled={!checked && !mayGive} onChange={(event) => onChange(event.target.checked)}>
      {checked || mayGive ? 'Child safety' : 'Child safety (someone else has to give it to you)'}
    </Checkbox>
  )
}
