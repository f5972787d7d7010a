import { REASONS } from '@kla/proto/web'
import { type FormEvent, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { useSignInMutation } from '../entities/session-api.js'
import { asksForCode, signInProblem } from '../entities/session-problems.js'
import styles from './sign-in.module.css'

interface SignInFormProps {
  knownName?: string
  onToken: (token: string) => Promise<string | null> | null
}

export function SignInForm({ knownName = '', onToken }: SignInFormProps) {
  const [signIn, { isLoading }] = useSignInMutation()
  const [username, setUsername] = useState(knownName)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [codeAsked, setCodeAsked] = useState(false)
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
    if (asksForCode(error) && !codeAsked) setCodeAsked(true)
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
          label="Code"
          hint={REASONS.TOTP_REQUIRED.text}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" variant="primary" wide busy={isLoading}>
        {isLoading ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  )
}
