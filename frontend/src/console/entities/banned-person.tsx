import type { BanView, SubjectView } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { useRoughNow } from '../../shared/time/now.js'
import { Avatar } from '../../shared/ui/avatar.js'
import { Button } from '../../shared/ui/button.js'
import styles from './ban-form.module.css'
import type { BanTarget } from './ban-target.js'
import { banStatus, endOfBan, SCOPE_WORDS } from './bans.js'
import { Person } from './person.js'

/** Fate of the ban in force; empty until chosen. */
export type ExistingBanAction = 'extend' | 'replace' | 'leave' | ''

const nameOf = ({ username, global_name, player_name }: SubjectView): string =>
  player_name ?? global_name ?? (username || 'Deleted account')

export const nameOfTarget = (target: BanTarget): string | undefined =>
  target.kind === 'known' ? nameOf(target.subject) : undefined

/** Shows the person, so that no one bans a bare number. */
export function BannedPerson({ target }: { target: BanTarget }) {
  return (
    <div role="status" aria-label="Who it is">
      {target.kind === 'looking' && <p>Looking up account {target.id}…</p>}
      {target.kind === 'failed' && (
        <p>
          {errorText(target.error, `We couldn't look up account ${target.id}.`)}{' '}
          <Button variant="quiet" onClick={target.again}>
            Try again
          </Button>
        </p>
      )}
      {target.kind === 'known' && <Known subject={target.subject} isFree={target.ban === null} />}
    </div>
  )
}

function Known({ subject, isFree }: { subject: SubjectView; isFree: boolean }) {
  const now = useRoughNow()
  const inForce = subject.bans.filter((ban) => banStatus(ban, now) === 'active')
  const { username, global_name, player_name } = subject
  const others = [username, global_name, player_name].filter((name) => name && name !== nameOf(subject))
  return (
    <div className={styles.who}>
      <Avatar name={nameOf(subject)} src={null} size={40} />
      <div>
        <p>
          <strong>
            <Person id={subject.id} name={nameOf(subject)} />
          </strong>
        </p>
        {others.length > 0 && <p className={styles.also}>Also {[...new Set(others)].join(', ')}</p>}
        {inForce.length === 0 && isFree && <p className={styles.also}>No ban in force.</p>}
        <ul className={styles.bans}>
          {inForce.map((ban) => (
            <li key={ban.id}>
              {SCOPE_WORDS[ban.scope]}: banned {endOfBan(ban)} by {ban.banned_by}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const CHOICES = [
  { value: 'extend', label: 'Extend', about: 'This sets the new end of the ban.' },
  { value: 'replace', label: 'Replace', about: 'This lifts the ban and sets the new one.' },
  { value: 'leave', label: 'Leave', about: 'Nothing changes.' },
] as const

interface AlreadyBannedProps {
  ban: BanView
  justNow: boolean
  value: ExistingBanAction
  error?: string | undefined
  onChange: (then: ExistingBanAction) => void
}

export const AlreadyBanned = ({ ban, justNow, value, error, onChange }: AlreadyBannedProps) => (
  <fieldset className={styles.already} aria-describedby={error ? `ban-then-error-${ban.id}` : undefined}>
    <legend>
      {justNow && 'Someone else just banned this player. '}Already banned {endOfBan(ban)} by {ban.banned_by}.
    </legend>
    {ban.reason !== null && <p className={styles.also}>Reason: {ban.reason}</p>}
    {CHOICES.map(({ value: choice, label, about }) => (
      <label key={choice} className={styles.choice}>
        <input
          type="radio"
          name={`then-${ban.id}`}
          checked={value === choice}
          aria-invalid={error ? true : undefined}
          onChange={() => onChange(choice)}
        />
        <span>
          <strong>{label}</strong> <span className={styles.also}>{about}</span>
        </span>
      </label>
    ))}
    {error && (
      <p id={`ban-then-error-${ban.id}`} className={styles.error}>
        {error}
      </p>
    )}
  </fieldset>
)
