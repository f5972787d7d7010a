import type { AdminSession } from '@kla/proto/web'
import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { errorText } from '../../shared/api/errors.js'
import { type ConsoleDispatch, readAllAgain } from '../entities/console-api.js'
import { sessionApi, useSessionOfMutation } from '../entities/session-api.js'
import { selectToken, signedIn, signedOut } from '../entities/session.js'
import { OwnPasswordForm, PasskeySetupForm, TotpSetupForm, usePasskeyTitle } from './required-steps.js'
import { SignInForm } from './sign-in-form.js'
import styles from './sign-in.module.css'

interface SessionLayerProps {
  page: AdminSession
  session: AdminSession | undefined
}

/** Signs in over the page and refetches lists. Another administrator gets a new page. */
export function SessionLayer({ page, session }: SessionLayerProps) {
  const dispatch = useDispatch<ConsoleDispatch>()
  const token = useSelector(selectToken)
  const [ask] = useSessionOfMutation()
  const rememberFocus = useFocusToReturn()
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
      <Layer key="ended" rememberFocus={rememberFocus} title="Your session has ended">
        <p role="status">
          Sign in to continue where you were. What you typed is still here, and nothing is sent on its own.
        </p>
        <SignInForm knownName={page.name} onToken={enter} />
      </Layer>
    )
  }
  if (session?.password_change_required) {
    return (
      <Layer key="password" rememberFocus={rememberFocus} title="Choose your own password">
        <OwnPasswordForm name={page.name} />
      </Layer>
    )
  }
  if (session?.passkey_setup_required) {
    return <PasskeyLayer key="passkey" rememberFocus={rememberFocus} name={page.name} replaces={session.passkeys > 0} />
  }
  return (
    <Layer key="authenticator" rememberFocus={rememberFocus} title="Set up an authenticator">
      <TotpSetupForm name={page.name} />
    </Layer>
  )
}

/** Remembers the element focused before the layer. Browsers remember it for one dialog, shown once. */
function useFocusToReturn(): () => void {
  const cameFrom = useRef<Element | null>(null)
  useLayoutEffect(
    () => () => {
      const { current } = cameFrom
      requestAnimationFrame(() => {
        if (current instanceof HTMLElement && document.activeElement === document.body) current.focus()
      })
    },
    [],
  )
  return useCallback(() => void (cameFrom.current ??= document.activeElement), [])
}

interface LayerProps {
  title: string
  rememberFocus: () => void
  children: ReactNode
}

interface PasskeyLayerProps extends Pick<LayerProps, 'rememberFocus'> {
  name: string
  replaces: boolean
}

function PasskeyLayer({ rememberFocus, ...props }: PasskeyLayerProps) {
  const [title, onCodes] = usePasskeyTitle()
  return (
    <Layer rememberFocus={rememberFocus} title={title}>
      <PasskeySetupForm {...props} onCodes={onCodes} />
    </Layer>
  )
}

/** Modal that only a session closes; the page behind is inert. */
function Layer({ title, rememberFocus, children }: LayerProps) {
  const titleId = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const show = useCallback(() => {
    const dialog = ref.current
    if (!dialog || dialog.open) return
    rememberFocus()
    dialog.showModal()
    const first =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('input, button')
    first?.focus()
  }, [rememberFocus])
  // In the layout phase: a removed dialog cannot return the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    show()
    return () => dialog?.close()
  }, [show])
  return (
    <dialog
      ref={ref}
      className={styles.layer}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      // Browsers close a dialog at the second Escape regardless of the page.
      onClose={show}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
