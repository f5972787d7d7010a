import { buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { useLoginPath } from '../../entities/session/use-login-path.js'

/** The way back keeps the address, and with it a purchase that waits to be verified. */
export const SignedOut = () => (
  <EmptyState
    wholeScreen
    icon="user"
    title="Nobody is signed in"
    action={
      <a className={buttonClass()} href={useLoginPath()}>
        Sign in
      </a>
    }
  >
    Your settings come with your Discord account.
  </EmptyState>
)
