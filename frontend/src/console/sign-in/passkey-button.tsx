import { useEffect, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { ceremonies, preparePasskeys } from '../entities/passkey-ceremony.js'
import { usePasskeySignInOptionsMutation, useSignInWithPasskeyMutation } from '../entities/passkeys-api.js'
import { passkeySignInProblem } from '../entities/session-problems.js'

interface PasskeyButtonProps {
  onToken: (token: string) => Promise<string | null> | null
  /** Null clears the problem. */
  onProblem: (problem: string | null) => void
}

/** Signs in with a passkey instead of a password. */
export function PasskeyButton({ onToken, onProblem }: PasskeyButtonProps) {
  const [begin] = usePasskeySignInOptionsMutation()
  const [finish] = useSignInWithPasskeyMutation()
  const [busy, setBusy] = useState(false)
  useEffect(preparePasskeys, [])

  const signIn = async () => {
    setBusy(true)
    onProblem(null)
    const used = await ceremonies.use({ begin, finish, problemOf: passkeySignInProblem })
    if (used.kind === 'done') onProblem(await onToken(used.answer.token))
    if (used.kind === 'failed') onProblem(used.problem)
    setBusy(false)
  }
  return (
    <Button wide busy={busy} onClick={() => void signIn()}>
      {busy ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
    </Button>
  )
}
