import { STEP_UP_MS } from '@kla/proto/web'
import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { useSelector } from 'react-redux'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { TextField } from '../../shared/ui/fields.js'
import { ceremonies, preparePasskeys, supportsPasskeys } from '../entities/passkey-ceremony.js'
import { useStepUpMutation, useStepUpOptionsMutation } from '../entities/passkeys-api.js'
import { useAdminSessionQuery } from '../entities/session-api.js'
import { missingCode } from '../entities/session-problems.js'
import { selectToken } from '../entities/session.js'
import { stepUpGate } from '../entities/step-up.js'
import { Problem } from '../kit/problem.js'
import styles from './sign-in.module.css'

/** Asks for a passkey, or a password, before calls that need a fresh session. Opens over other dialogs. */
export function StepUpDialog() {
  const { open } = useSyncExternalStore(stepUpGate.subscribe, stepUpGate.get)
  const token = useSelector(selectToken)
  // Waiting calls end with the session: the next sign-in may be someone else's.
  useEffect(() => () => stepUpGate.settle(false), [token])
  return (
    <Dialog title="Confirm that it's you" open={open && token !== null} onClose={() => stepUpGate.settle(false)}>
      <StepUpForm />
    </Dialog>
  )
}

const FAILED = "We couldn't reach the console. Check your connection, then try again."
const PASSKEY_ONLY = 'Your account confirms with its passkey. If you lost it, type a recovery code in “Code”.'

const NO_PASSKEY = { data: { error: 'You have no passkey. Use your password instead.' } }

const problemOf = (error: unknown): string =>
  missingCode(error) === 'recovery' ? PASSKEY_ONLY : errorText(error, FAILED)

function StepUpForm() {
  const { data: session } = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false })
  const hasPasskey = (session?.passkeys ?? 0) > 0 && supportsPasskeys()
  const [typing, setTyping] = useState(!hasPasskey)
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <div className={styles.fields}>
      <p>
        This needs a fresh confirmation, which is valid for {STEP_UP_MS / 60_000} minutes. What you typed is still
        there, and is sent once you confirm.
      </p>
      {hasPasskey && <PasskeyProof onProblem={setProblem} />}
      {typing ? (
        <PasswordProof asksForCode={session?.totp_enabled ?? false} isFirst={!hasPasskey} onProblem={setProblem} />
      ) : (
        <Button variant="quiet" wide onClick={() => setTyping(true)}>
          Use your password instead
        </Button>
      )}
      {problem && <Problem>{problem}</Problem>}
      <Button wide onClick={() => stepUpGate.settle(false)}>
        Cancel
      </Button>
    </div>
  )
}

interface ProofProps {
  onProblem: (problem: string | null) => void
}

function PasskeyProof({ onProblem }: ProofProps) {
  const [begin] = useStepUpOptionsMutation()
  const [finish] = useStepUpMutation()
  const [busy, setBusy] = useState(false)
  useEffect(preparePasskeys, [])
  // A late answer would confirm what was cancelled.
  useEffect(() => ceremonies.cancel, [])
  const confirm = async () => {
    setBusy(true)
    onProblem(null)
    const beginWithPasskey = async () => {
      const begun = await begin()
      return begun.data?.id === '' ? { error: NO_PASSKEY } : begun
    }
    const used = await ceremonies.use({ begin: beginWithPasskey, finish, problemOf })
    setBusy(false)
    if (used.kind === 'failed') onProblem(used.problem)
    if (used.kind === 'done') stepUpGate.settle(true)
  }
  return (
    <Button variant="primary" wide busy={busy} data-autofocus="" onClick={() => void confirm()}>
      {busy ? 'Waiting for your passkey…' : 'Use your passkey'}
    </Button>
  )
}

const CODE_HINTS = {
  authenticator: 'The code from your authenticator.',
  recovery: 'One of your recovery codes. It works once.',
} as const

interface PasswordProofProps extends ProofProps {
  asksForCode: boolean
  isFirst: boolean
}

function PasswordProof({ asksForCode, isFirst, onProblem }: PasswordProofProps) {
  const [stepUp, { isLoading }] = useStepUpMutation()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [codeAsked, setCodeAsked] = useState<keyof typeof CODE_HINTS | null>(asksForCode ? 'authenticator' : null)
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading || password === '') return
    onProblem(null)
    const { data, error } = await stepUp({ password, ...(code.trim() && { code: code.trim() }) })
    if (data) {
      stepUpGate.settle(true)
      return
    }
    setCode('')
    setCodeAsked((before) => missingCode(error) ?? before)
    onProblem(problemOf(error))
  }
  return (
    <form className={styles.fields} onSubmit={(event) => void confirm(event)}>
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        data-autofocus={isFirst ? '' : undefined}
        autoFocus={!isFirst}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {codeAsked && (
        <TextField
          label="Code"
          hint={CODE_HINTS[codeAsked]}
          inputMode={codeAsked === 'recovery' ? 'text' : 'numeric'}
          autoComplete={codeAsked === 'recovery' ? 'off' : 'one-time-code'}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      <Button type="submit" variant={isFirst ? 'primary' : 'secondary'} wide busy={isLoading}>
        Confirm
      </Button>
    </form>
  )
}
