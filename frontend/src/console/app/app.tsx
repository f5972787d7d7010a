import { Component, type ReactNode, useEffect, useState } from 'react'
import { Provider, useDispatch, useSelector } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { Toaster } from '../../shared/ui/toaster.js'
import { isComplete, useAdminSessionQuery } from '../entities/session-api.js'
import { pageOpened, selectPage, selectToken } from '../entities/session.js'
import { OwnPassword, PasskeySetup, TotpSetup } from '../sign-in/required-steps.js'
import { SessionLayer } from '../sign-in/session-layer.js'
import { SignIn } from '../sign-in/sign-in.js'
import { StepUpDialog } from '../sign-in/step-up-dialog.js'
import { Layout } from './layout.js'
import styles from './layout.module.css'
import { basenameOf } from './paths.js'
import { makeStore } from './store.js'

export const App = () => {
  const [store] = useState(makeStore)
  return (
    <ErrorBoundary>
      <Provider store={store}>
        <BrowserRouter basename={basenameOf(document.baseURI)}>
          <SessionGate />
          <StepUpDialog />
          <Toaster footIsBusy={false} />
        </BrowserRouter>
      </Provider>
    </ErrorBoundary>
  )
}

function SessionGate() {
  const token = useSelector(selectToken)
  const page = useSelector(selectPage)
  return token === null && page === undefined ? <SignIn /> : <SignedIn />
}

function SignedIn() {
  const dispatch = useDispatch()
  const token = useSelector(selectToken)
  const page = useSelector(selectPage)
  const { data, error, isFetching, refetch } = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false })
  useEffect(() => {
    if (isComplete(data)) dispatch(pageOpened(data))
  }, [data, dispatch])

  const shown = isComplete(data) ? data : page
  if (shown) {
    return (
      <>
        <Layout session={shown} />
        {(token === null || !isComplete(data)) && <SessionLayer page={shown} session={data} />}
      </>
    )
  }
  if (data?.password_change_required) return <OwnPassword name={data.name} />
  if (data?.passkey_setup_required) return <PasskeySetup name={data.name} replaces={data.passkeys > 0} />
  if (data) return <TotpSetup name={data.name} />
  if (error && !isFetching) {
    return (
      <main role="alert">
        <EmptyState
          wholeScreen
          icon="offline"
          title="We can't reach the console"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {errorText(error, 'Check your connection, then try again.')}
        </EmptyState>
      </main>
    )
  }
  return (
    <main className={styles.loading} role="status">
      <Spinner /> Loading…
    </main>
  )
}

class ErrorBoundary extends Component<{ children: ReactNode }, { failure: unknown }> {
  override state: { failure: unknown } = { failure: undefined }

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure ?? true }
  }

  override render() {
    if (this.state.failure === undefined) return this.props.children
    return (
      <main>
        <EmptyState
          wholeScreen
          icon="alert"
          title="Unexpected Application Error!"
          action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
        >
          Something broke on this page. Reloading it usually helps.
        </EmptyState>
      </main>
    )
  }
}
