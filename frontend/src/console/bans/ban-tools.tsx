import { type FormEvent, useState } from 'react'
import { BAN_REASON_MAX, BAN_SCOPES, type BanScope, visibleText } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { SelectField, TextField } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { SCOPE_OPTIONS, SCOPE_WORDS, useLazyActiveBanQuery, useLiftAllBansMutation } from '../entities/bans.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { When } from '../kit/moments.js'
import { readUserId } from '../kit/numbers.js'
import styles from './bans.module.css'

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
    const { error } = await liftAll({ userId: id, scope, liftReason: visibleText(reason) || null })
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

export function CheckActiveBan({ onShow }: { onShow: (userId: number) => void }) {
  const [check, { currentData: ban, error, isFetching, isUninitialized }] = useLazyActiveBanQuery()
  const [userId, setUserId] = useState('')
  const [scope, setScope] = useState<BanScope | null>(null)
  const [missing, setMissing] = useState(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const id = readUserId(userId)
    setMissing(id === null)
    if (id !== null) void check({ userId: id, scope })
  }
  const answered = !isUninitialized && !isFetching && !missing
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label="User ID"
        inputMode="numeric"
        value={userId}
        error={missing ? 'Enter a user ID to check.' : undefined}
        onChange={(event) => setUserId(event.target.value)}
      />
      <ScopeOrAny value={scope} onChange={setScope} />
      <Button type="submit" wide busy={isFetching}>
        Check
      </Button>
      <div role="status" className={styles.answer}>
        {answered && error && errorText(error, 'Failed to check active ban.')}
        {answered && !error && ban === null && 'No active ban for this user.'}
        {answered && !error && ban && (
          <>
            <p className={styles.banned}>User is currently banned.</p>
            <p>
              {SCOPE_WORDS[ban.scope]}, {ban.expires_at === null ? 'permanent' : 'until '}
              {ban.expires_at !== null && <When end at={ban.expires_at} />}
            </p>
            <Button variant="quiet" onClick={() => onShow(ban.user_id)}>
              Show all bans of this user
            </Button>
          </>
        )}
      </div>
    </form>
  )
}

const OPTIONS = [{ value: '', label: 'Any' }, ...SCOPE_OPTIONS]

interface ScopeOrAnyProps {
  value: BanScope | null
  onChange: (scope: BanScope | null) => void
}

const ScopeOrAny = ({ value, onChange }: ScopeOrAnyProps) => (
  <SelectField
    label="Scope"
    value={value ?? ''}
    options={OPTIONS}
    onChange={(chosen) => onChange(BAN_SCOPES.find((scope) => scope === chosen) ?? null)}
  />
)
