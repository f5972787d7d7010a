import { BAN_REASON_MAX, BAN_SCOPES, type BanScope, type BanView } from '@kla/proto/web'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { SelectField, TextField } from '../../shared/ui/fields.js'
import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import {
  banFields,
  SCOPE_OPTIONS,
  SCOPE_WORDS,
  useLazyActiveBanQuery,
  useLazyBansQuery,
  useLiftAllBansMutation,
} from '../entities/bans.js'
import { Person } from '../entities/person.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { DraftNote, useDraft } from '../kit/drafts.js'
import { isBlank } from '../kit/forms.js'
import { When } from '../kit/moments.js'
import { readUserId } from '../kit/numbers.js'
import { useChange } from '../kit/versions.js'
import styles from './bans.module.css'

interface LiftAllDraft {
  userId: string
  scope: BanScope | ''
  reason: string
}

const NO_LIFT: LiftAllDraft = { userId: '', scope: '', reason: '' }
/** Exceeds the bans that can be in force against one player. */
const LOOKED_AT_MAX = 200

export function LiftAll() {
  const [liftAll] = useLiftAllBansMutation()
  const [find, { isFetching }] = useLazyBansQuery()
  const draft = useDraft('ban', 'all', 'lift', NO_LIFT)
  const { userId, scope, reason } = draft.value
  const [missing, setMissing] = useState(false)
  const [asked, setAsked] = useState<{ userId: number; bans: readonly BanView[] } | null>(null)
  const change = useChange()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const id = readUserId(userId)
    setMissing(id === null)
    if (id === null || isFetching) return
    const { data, error } = await find({
      userId: id,
      active: '1',
      limit: LOOKED_AT_MAX,
      offset: 0,
      ...(scope !== '' && { scope }),
    })
    if (!data) toastError(errorText(error, 'Failed to load bans.'))
    else if (data.bans.length === 0) toastNeutral('No active ban for this user.')
    else setAsked({ userId: id, bans: data.bans })
  }
  const carryOut = async (order: NonNullable<typeof asked>) => {
    const outcome = await change({
      thing: 'bans',
      name: `The bans of user ${order.userId}`,
      version: 0,
      before: bansFields(order.bans),
      yours: Object.fromEntries(order.bans.map(({ id }) => [`Ban #${id}`, 'Lifted'])),
      fieldsOf: (current: readonly BanView[]) => bansFields(current),
      send: (_, over) =>
        liftAll({
          userId: order.userId,
          scope: scope === '' ? null : scope,
          liftReason: isBlank(reason) ? null : reason.trim(),
          versions: Object.fromEntries((over ?? order.bans).map(({ id, version }) => [id, version])),
        }),
      failed: 'Failed to lift all bans.',
    })
    if (outcome.kind === 'open') return
    if (outcome.kind === 'done') toastSuccess('All active bans lifted for user.')
    draft.sent(draft.value)
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="User ID"
        inputMode="numeric"
        value={userId}
        error={missing ? 'Enter a user ID first.' : undefined}
        onChange={({ target }) => draft.change((before) => ({ ...before, userId: target.value }))}
      />
      <ScopeOrAny
        value={scope === '' ? null : scope}
        onChange={(chosen) => draft.change((before) => ({ ...before, scope: chosen ?? '' }))}
      />
      <TextField
        label="Lift reason"
        maxLength={BAN_REASON_MAX}
        value={reason}
        onChange={({ target }) => draft.change((before) => ({ ...before, reason: target.value }))}
      />
      <DraftNote drafts={[draft]} of="lifting all bans" />
      <Button type="submit" wide busy={isFetching}>
        Lift All Active Bans
      </Button>
      {asked !== null && (
        <ConfirmDialog
          title={`Lift all bans of user ${asked.userId}?`}
          confirm="Lift all"
          danger={false}
          onConfirm={() => carryOut(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            Every active ban {scope !== '' ? `of the scope ${SCOPE_WORDS[scope]} ` : ''}ends at once. To ban this person
            again, create a new ban.
          </p>
          <ul>
            {asked.bans.map((ban) => (
              <li key={ban.id}>
                #{ban.id} {SCOPE_WORDS[ban.scope]}, {ban.expires_at === null ? 'permanent' : 'until '}
                {ban.expires_at !== null && <When end at={ban.expires_at} />}
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </form>
  )
}

const bansFields = (bans: readonly BanView[]) =>
  Object.fromEntries(bans.map((ban) => [`Ban #${ban.id}`, `${SCOPE_WORDS[ban.scope]}, ends ${banFields(ban)['Ends']}`]))

export function CheckActiveBan({ onShow }: { onShow: (userId: number) => void }) {
  const [check, { currentData: ban, error, isFetching, originalArgs: asked }] = useLazyActiveBanQuery()
  const [userId, setUserId] = useState('')
  const [scope, setScope] = useState<BanScope | null>(null)
  const [missing, setMissing] = useState(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const id = readUserId(userId)
    setMissing(id === null)
    if (id !== null) void check({ userId: id, scope })
  }
  const answered =
    !isFetching && !missing && asked !== undefined && asked.userId === readUserId(userId) && asked.scope === scope
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
              <Person id={ban.user_id} name={ban.user_name} /> {SCOPE_WORDS[ban.scope]},{' '}
              {ban.expires_at === null ? 'permanent' : 'until '}
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
