import type { AdministratorRole, AdministratorView } from '@kla/proto/web'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { SelectField } from '../../shared/ui/fields.js'
import { ROLE_OPTIONS, ROLE_WORDS } from '../entities/administrators.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { counted } from '../kit/numbers.js'
import { type AccessChange, type RequestedChange, takesAccess, useAccess } from './access.js'
import { ChildSafety, OwnPlayer, SetPassword } from './administrator-forms.js'
import styles from './administrators.module.css'

interface AdministratorActionsProps {
  administrator: AdministratorView
  onAsk: (change: RequestedChange) => void
}

export function AdministratorActions({ administrator, onAsk }: AdministratorActionsProps) {
  const access = useAccess(administrator, onAsk)
  const [taking, setTaking] = useState<AccessChange | null>(null)
  const [resetting, setResetting] = useState(false)
  const [resettingPasskeys, setResettingPasskeys] = useState(false)
  const { id, name, role, child_safety, disabled, totp_enabled, passkeys, player_id } = administrator
  const setAccess = (change: AccessChange) => {
    if (takesAccess(administrator, change)) setTaking(change)
    else void access.setAccess(change)
  }
  return (
    <>
      <RoleChoice key={role} role={role} busy={access.busy} onApply={(chosen) => setAccess({ role: chosen })} />
      <ChildSafety receiver={id} checked={child_safety} onChange={(chosen) => setAccess({ child_safety: chosen })} />
      <OwnPlayer
        key={`player ${player_id}`}
        declared={player_id}
        busy={access.busy}
        onApply={(chosen) => setAccess({ player_id: chosen })}
      />
      <SetPassword busy={access.busy} onSet={access.setPassword} />
      <div className={styles.buttons}>
        <Button wide disabled={!totp_enabled} onClick={() => setResetting(true)}>
          Reset authenticator
        </Button>
        <Button wide disabled={passkeys === 0} onClick={() => setResettingPasskeys(true)}>
          Reset passkeys
        </Button>
        <Button
          wide
          variant={disabled ? 'secondary' : 'danger'}
          busy={access.busy}
          onClick={() => setAccess({ disabled: !disabled })}
        >
          {disabled ? 'Enable' : 'Disable'}
        </Button>
      </div>
      {taking && (
        <ConfirmDialog
          {...takingWords(administrator, taking)}
          onConfirm={() => access.setAccess(taking)}
          onClose={() => setTaking(null)}
        >
          <p>{lossWords(administrator, taking, access.mayGiveChildSafety)}</p>
        </ConfirmDialog>
      )}
      {resettingPasskeys && (
        <ConfirmDialog
          title={`Reset the passkeys of ${name}?`}
          confirm="Reset"
          onConfirm={access.resetPasskeys}
          onClose={() => setResettingPasskeys(false)}
        >
          <p>
            {counted(passkeys, 'passkey')} and the recovery codes stop working. {name} signs in with the password and
            adds another passkey. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
      {resetting && (
        <ConfirmDialog
          title={`Reset the authenticator of ${name}?`}
          confirm="Reset"
          onConfirm={access.resetTotp}
          onClose={() => setResetting(false)}
        >
          <p>Its codes stop working. {name} sets up another one at the next sign-in. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const takingWords = ({ name }: AdministratorView, { role, disabled }: AccessChange) => {
  if (disabled) return { title: `Disable ${name}?`, confirm: 'Disable' }
  if (role) return { title: `Change the role of ${name} to ${ROLE_WORDS[role]}?`, confirm: 'Change the role' }
  return { title: `Take child safety from ${name}?`, confirm: 'Take it' }
}

const lossWords = ({ name }: AdministratorView, { role, disabled }: AccessChange, mayGive: boolean): string => {
  if (disabled) return `${name} is signed out everywhere and can't sign in until the account is enabled again.`
  if (role) return `${name} loses permissions and has to sign in again. Giving them back may take a second person.`
  if (mayGive) return `${name} has to sign in again. Giving it back takes a second person.`
  return `You can't give it back to yourself. Someone else has to, and it takes a second person. ${name} has to sign in again.`
}

interface RoleChoiceProps {
  role: AdministratorRole
  busy: boolean
  onApply: (role: AdministratorRole) => void
}

/** Choosing changes nothing until it is applied: arrow keys pass other roles. */
function RoleChoice({ role, busy, onApply }: RoleChoiceProps) {
  const [chosen, setChosen] = useState(role)
  return (
    <div className={styles.form}>
      <SelectField label="Role" value={chosen} options={ROLE_OPTIONS} onChange={setChosen} />
      <Button wide disabled={chosen === role} busy={busy} onClick={() => onApply(chosen)}>
        Apply the role
      </Button>
    </div>
  )
}
