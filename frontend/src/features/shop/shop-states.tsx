import { Link } from 'react-router'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { PATHS } from '../../shared/config/paths.js'
import { useLoginPath } from '../../entities/session/use-login-path.js'
import styles from './shop.module.css'

export const SignedOut = () => (
  <EmptyState
    wholeScreen
    icon="cart"
    title="Log in to shop"
    action={
      <a className={buttonClass({ variant: 'primary' })} href={useLoginPath()}>
        Login with Discord
      </a>
    }
  >
    GIF saves and Wild Cards are kept with your Discord account.
  </EmptyState>
)

export const ShopLoading = () => (
  <div className={styles.columns} role="status">
    <span className="visually-hidden">Loading the shop…</span>
    <Skeleton height="30rem" />
    <Skeleton height="20rem" />
  </div>
)

export const ShopFailed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <div role="alert">
    <EmptyState
      icon="offline"
      title="The shop could not be loaded"
      action={
        <Button busy={busy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Check your connection. What is in your cart stays there.
    </EmptyState>
  </div>
)

export const NothingOnSale = () => (
  <EmptyState
    icon="cart"
    title="Nothing is on sale right now"
    action={
      <Link className={buttonClass()} to={PATHS.gameroom}>
        Find an opponent
      </Link>
    }
  >
    What you own already stays yours to spend.
  </EmptyState>
)
