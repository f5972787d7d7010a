import { Link } from 'react-router'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { GIF_SAVES_ANCHOR, PATHS } from '../../shared/config/paths.js'
import { useLoginPath } from '../../entities/session/use-login-path.js'
import styles from './gif-library.module.css'

/** As many as a screen has. */
const PLACES = [1, 2, 3, 4, 5, 6, 7, 8]

export const LibraryLoading = () => (
  <div className={styles.list} role="status">
    <span className="visually-hidden">Loading your saved GIFs…</span>
    {PLACES.map((place) => (
      <Skeleton key={place} height="14rem" />
    ))}
  </div>
)

export const NothingSaved = () => (
  <EmptyState
    icon="bookmark"
    title="No saved GIFs yet."
    action={
      <Link className={buttonClass()} to={`${PATHS.shop}#${GIF_SAVES_ANCHOR}`}>
        Get GIF saves
      </Link>
    }
  >
    In a battle you can save what you pick and what you are sent.
  </EmptyState>
)

export const LibraryFailed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <EmptyState
    icon="offline"
    title="Your saved GIFs could not be loaded"
    action={
      <Button busy={busy} onClick={onRetry}>
        Try again
      </Button>
    }
  >
    That part of Kla is not answering right now.
  </EmptyState>
)

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
    Your saved GIFs come with your Discord account.
  </EmptyState>
)
