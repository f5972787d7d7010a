import { REASONS } from '@kla/proto/web'
import { type FormEvent, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { supportsPasskeys } from '../entities/passkey-ceremony.js'
import { useSignInMutation } from '../entities/session-api.js'
import { missingCode, signInProblem } from '../entities/session-problems.js'
import { Problem } from '../kit/problem.js'
import { PasskeyButton } from './passkey-button.js'
import styles from './sign-in.module.css'

interface SignInFormProps {
  knownName?: string
  onToken: (token: string) => Promise<string | null> | null
}

const CODE_HINTS = {
  authenticator: REASONS.TOTP_REQUIRED.text,
  recovery: 'Your account has a passkey: sign in with it below. If you lost it, type a recovery code here.',
} as const

export function SignInForm({ knownName = '', onToken }: SignInFormProps) {
  const [signIn, { isLoading }] = useSignInMutation()
  const [username, setUsername] = useState(knownName)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [codeAsked, setCodeAsked] = useState<ReturnType<typeof missingCode>>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    setProblem(null)
    const { data, error } = await signIn({ username, password, ...(code.trim() && { code: code.trim() }) })
    if (data?.success) {
      setProblem(await onToken(data.token))
      return
    }
    setCode('')
    const missing = missingCode(error)
    if (missing !== null && missing !== codeAsked) setCodeAsked(missing)
    else setProblem(signInProblem(error))
  }

  return (
    <form className={styles.fields} onSubmit={(event) => void submit(event)}>
      <TextField
        label="Username"
        autoComplete="username"
        autoFocus={knownName === ''}
        data-autofocus={knownName === '' ? '' : undefined}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        data-autofocus={knownName === '' ? undefined : ''}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {codeAsked && (
        <TextField
          key={codeAsked}
          label="Code"
          hint={CODE_HINTS[codeAsked]}
          inputMode={codeAsked === 'recovery' ? 'text' : 'numeric'}
          autoComplete={codeAsked === 'recovery' ? 'off' : 'one-time-code'}
          autoFocus
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      {problem && <Problem>{problem}</Problem>}
      <Button type="submit" variant="primary" wide busy={isLoading}>
        {isLoading ? 'Signing in…' : 'Sign in'}
      </Button>
      {supportsPasskeys() && <PasskeyButton onToken={onToken} onProblem={setProblem} />}
    </form>
  )
}
