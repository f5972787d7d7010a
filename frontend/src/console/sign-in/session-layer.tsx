import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { AdminSession } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { type ConsoleDispatch, readAllAgain } from '../entities/console-api.js'
import { sessionApi, useSessionOfMutation } from '../entities/session-api.js'
import { selectToken, signedIn, signedOut } from '../entities/session.js'
import { OwnPasswordForm, TotpSetupForm } from './required-steps.js'
import { SignInForm } from './sign-in-form.js'
import styles from './sign-in.module.css'

interface SessionLayerProps {
  /** Whose page is behind it. */
  page: AdminSession
  /** The present session as far as it is known. */
  session: AdminSession | undefined
}

/**
 * Signing in again over the page, which stays as it is. Nothing is sent on its own afterwards: the lists are read again,
 * and a change that was refused waits for its button to be pressed. Another administrator gets a page of their own.
 */
export function SessionLayer({ page, session }: SessionLayerProps) {
  const dispatch = useDispatch<ConsoleDispatch>()
  const token = useSelector(selectToken)
  const [ask] = useSessionOfMutation()
  useEffect(() => () => void dispatch(readAllAgain()), [dispatch])

  const enter = async (given: string): Promise<string | null> => {
    const { data, error } = await ask(given)
    if (!data) return errorText(error, "We couldn't check who signed in. Try again.")
    if (data.id !== page.id) dispatch(signedOut())
    else await dispatch(sessionApi.util.upsertQueryData('adminSession', undefined, data))
    dispatch(signedIn(given))
    return null
  }
  if (token === null) {
    return (
      <Layer title="Your session has ended">
        <p role="status">Sign in to go on where you were. What you typed is still here, and nothing is sent on its own.</p>
        <SignInForm knownName={page.name} onToken={enter} />
      </Layer>
    )
  }
  return session?.password_change_required ? (
    <Layer title="Choose a password of your own">
      <OwnPasswordForm name={page.name} />
    </Layer>
  ) : (
    <Layer title="Set up an authenticator">
      <TotpSetupForm name={page.name} />
    </Layer>
  )
}

/** Modal, and closed by nothing but a session: the page behind it is inert. */
function Layer({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const show = () => {
    const dialog = ref.current
    if (!dialog || dialog.open) return
    dialog.showModal()
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('input, button')
    first?.focus()
  }
  // In the layout phase: a dialog removed from the page can no longer give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    show()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className={styles.layer}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      // Browsers close a dialog at the second Escape whatever the page says.
      onClose={show}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
