import type { AdministratorView } from '@kla/proto/web'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { SelectField } from '../../shared/ui/fields.js'
import { ROLE_OPTIONS } from '../entities/administrators.js'
import { AskSecondPerson } from '../entities/ask-second-person.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { counted } from '../kit/numbers.js'
import { useAccess } from './access.js'
import { ChildSafety, SetPassword } from './administrator-forms.js'
import styles from './administrators.module.css'

export function AdministratorActions({ administrator }: { administrator: AdministratorView }) {
  const access = useAccess(administrator)
  const [resetting, setResetting] = useState(false)
  const [resettingPasskeys, setResettingPasskeys] = useState(false)
  const [takingChildSafety, setTakingChildSafety] = useState(false)
  const { id, name, role, child_safety, disabled, totp_enabled, passkeys } = administrator
  return (
    <>
      <SelectField
        label="Role"
        value={role}
        options={ROLE_OPTIONS}
        onChange={(chosen) => void access.setAccess({ role: chosen })}
      />
      <ChildSafety
        receiver={id}
        checked={child_safety}
        onChange={(chosen) => {
          if (!chosen && !access.mayGiveChildSafety) setTakingChildSafety(true)
          else void access.setAccess({ child_safety: chosen })
        }}
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
          onClick={() => void access.setAccess({ disabled: !disabled })}
        >
          {disabled ? 'Enable' : 'Disable'}
        </Button>
      </div>
      {access.asking && (
        <AskSecondPerson draft={['administrator', id]} onAsk={access.ask} onClose={access.stopAsking}>
          <p>
            This decides who can approve requests or see child-safety reports, so it takes two people. Another owner, or
            someone with child safety, has to approve it. Ask, then do it again here once it is approved.
          </p>
        </AskSecondPerson>
      )}
      {takingChildSafety && (
        <ConfirmDialog
          title={`Take child safety from ${name}?`}
          confirm="Take it"
          onConfirm={() => access.setAccess({ child_safety: false })}
          onClose={() => setTakingChildSafety(false)}
        >
          <p>
            You can&apos;t give it back to yourself. Someone else has to, and it takes a second person. {name} has to
            sign in again.
          </p>
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
