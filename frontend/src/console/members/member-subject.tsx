import { AGE_LOCK_REASON_MAX, type MemberView } from '@kla/proto/web'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { TextField } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { SubjectHistory } from '../entities/account-history.js'
import { useMay } from '../entities/session-api.js'
import { playerNameWords } from '../entities/words.js'
import { DraftNote, useDraft } from '../kit/drafts.js'
import { isBlank } from '../kit/forms.js'
import { When } from '../kit/moments.js'
import { EmailAddress, Facts, Section } from '../kit/text.js'
import { useLiftAgeLockMutation } from './api.js'
import styles from './members.module.css'

interface MemberSubjectProps {
  id: number
  member: MemberView | undefined
}

export function MemberSubject({ id, member }: MemberSubjectProps) {
  const mayHistory = useMay()('reports.read')
  return (
    <>
      {member && <Facts facts={mayHistory ? contactOf(member) : [...identityOf(member), ...contactOf(member)]} />}
      {member?.age_locked_at && <AgeLock id={id} since={member.age_locked_at} />}
      {mayHistory && (
        <Section title="History">
          <SubjectHistory id={id} reportLink={(report) => `/reports?open=${report}`} />
        </Section>
      )}
    </>
  )
}

const identityOf = (member: MemberView) =>
  [
    ['Username', member.username],
    ['Global name', member.global_name ?? '-'],
    ['Player name', playerNameWords(member)],
    ['User ID', member.id],
    ['Discord ID', member.discord_id],
    ['Since', <When key="since" at={member.create_time} />],
  ] as const

const contactOf = (member: MemberView) =>
  [
    ['E-mail', <EmailAddress key="email">{member.email}</EmailAddress>],
    ['Discriminator', member.discriminator ?? '-'],
  ] as const

function AgeLock({ id, since }: { id: number; since: string }) {
  const may = useMay()
  const [asking, setAsking] = useState(false)
  return (
    <Section title="Age">
      <p>
        Declared to be under 18 on <When at={since} />. No room, search or tie is open to this account.
      </p>
      {may('members.manage') && <Button onClick={() => setAsking(true)}>Lift the age lock</Button>}
      {asking && <LiftAgeLock id={id} onDone={() => setAsking(false)} />}
    </Section>
  )
}

function LiftAgeLock({ id, onDone }: { id: number; onDone: () => void }) {
  const [lift, { isLoading }] = useLiftAgeLockMutation()
  const reason = useDraft('age lock', id, 'reason', '')
  const [missing, setMissing] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const given = reason.value
    setMissing(isBlank(given))
    if (isBlank(given) || isLoading) return
    const { error } = await lift({ id, reason: given.trim() })
    if (error) {
      toastError(errorText(error, 'Failed to lift the age lock.'))
      return
    }
    toastSuccess('Age lock lifted.')
    reason.sent(given)
    onDone()
  }
  return (
    <Dialog title={`Lift the age lock of member #${id}?`} open onClose={onDone}>
      <p>Afterwards a click on "I am 18 or older" counts for this account again. Lift it only if you know the age.</p>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Reason"
          data-autofocus=""
          maxLength={AGE_LOCK_REASON_MAX}
          hint="It stays in the audit log."
          error={missing ? 'Say how you know the age.' : undefined}
          value={reason.value}
          onChange={(event) => reason.change(event.target.value)}
        />
        <DraftNote drafts={[reason]} of="the reason" />
        <Button type="submit" variant="primary" busy={isLoading}>
          Lift the age lock
        </Button>
      </form>
    </Dialog>
  )
}
