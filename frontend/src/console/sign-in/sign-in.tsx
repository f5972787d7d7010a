import { useState, type FormEvent } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { REASONS } from '@kla/proto/web'
import { useTitle } from '../../shared/browser/use-title.js'
import { BrandMark } from '../../shared/ui/brand-mark.js'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { useSignInMutation } from '../entities/session-api.js'
import { asksForCode, signInProblem } from '../entities/session-problems.js'
import { selectExpired, signedIn } from '../entities/session.js'
import styles from './sign-in.module.css'

export function SignIn() {
  useTitle('Sign in')
  const dispatch = useDispatch()
  const expired = useSelector(selectExpired)
  const [signIn, { isLoading }] = useSignInMutation()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [codeAsked, setCodeAsked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(null)
    const { data, error } = await signIn({ username, password, ...(code.trim() && { code: code.trim() }) })
    if (data?.success) {
      dispatch(signedIn(data.token))
      return
    }
    setCode('')
    if (asksForCode(error) && !codeAsked) setCodeAsked(true)
    else setProblem(signInProblem(error))
  }

  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <h1 className={styles.title}>
          <BrandMark size={24} /> Kla console
        </h1>
        {expired && <p role="status">Your session has ended. Sign in to go on where you were.</p>}
        <TextField
          label="Username"
          autoComplete="username"
          autoFocus
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
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
    </main>
  )
}
