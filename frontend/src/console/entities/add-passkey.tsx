import { PASSKEY_NAME_MAX } from '@kla/proto/web'
import { type FormEvent, useEffect, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { focusFirstInvalid, isBlank } from '../kit/forms.js'
import { Problem } from '../kit/problem.js'
import styles from './credentials.module.css'
import { ceremonies, preparePasskeys, supportsPasskeys } from './passkey-ceremony.js'
import { useAddPasskeyMutation, usePasskeyOptionsMutation } from './passkeys-api.js'

interface AddPasskeyProps {
  variant?: 'primary' | 'secondary'
  /** Receives the recovery codes; none if they exist already. */
  onAdded: (recoveryCodes: readonly string[]) => void
}

/** Makes a passkey on this device under a name. */
export function AddPasskey({ variant = 'secondary', onAdded }: AddPasskeyProps) {
  const [begin] = usePasskeyOptionsMutation()
  const [add] = useAddPasskeyMutation()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(preparePasskeys, [])

  if (!supportsPasskeys()) {
    return <p>This browser can&apos;t make passkeys. Open the console in a current Chrome, Edge, Firefox or Safari.</p>
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (busy) return
    if (isBlank(name)) {
      focusFirstInvalid(event.currentTarget)
      return
    }
    setBusy(true)
    setProblem(null)
    const made = await ceremonies.make({
      begin,
      finish: (proof) => add({ ...proof, name: name.trim() }),
      problemOf: (error) => errorText(error, "We couldn't add the passkey. Try again."),
    })
    setBusy(false)
    if (made.kind === 'failed') setProblem(made.problem)
    if (made.kind !== 'done') return
    setName('')
    setTried(false)
    onAdded(made.answer.recovery_codes)
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Name"
        hint={'So that you recognize it later, such as "Work laptop".'}
        maxLength={PASSKEY_NAME_MAX}
        value={name}
        error={tried && isBlank(name) ? 'Enter a name.' : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      {problem && <Problem>{problem}</Problem>}
      <Button type="submit" variant={variant} busy={busy}>
        {busy ? 'Waiting for your device…' : 'Add a passkey'}
      </Button>
    </form>
  )
}
