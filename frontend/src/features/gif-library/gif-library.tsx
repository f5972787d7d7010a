import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type SavedGif, useHideSavedGifMutation, useSavedGifsQuery } from '../../entities/gif/saved-gifs.js'
import { useLoginPath } from '../../entities/session/login-path.js'
import { useSession } from '../../entities/session/use-session.js'
import { useInventoryQuery } from '../../entities/shop/shop.js'
import { useReducedMotion } from '../../shared/browser/reduced-motion.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { GIF_SAVES_ANCHOR, PATHS } from '../../shared/config/paths.js'
import { counted } from '../../shared/format.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { SelectField } from '../../shared/ui/fields.js'
import { Icon } from '../../shared/ui/icon.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import styles from './gif-library.module.css'
import { focusAfter, inOrder, type Order, ORDERS } from './rules.js'
import { SavedGifList } from './saved-gif-list.js'

export default function GifLibrary() {
  useTitle('Saved GIFs')
  const { status, user } = useSession()
  if (status === 'loading') return null
  if (status === 'failed') {
    return <EmptyState wholeScreen icon="offline" title="We can't load your saved GIFs right now" />
  }
  return user ? <Library /> : <SignedOut />
}

function Library() {
  // A battle may have saved GIFs since.
  const { data: gifs, error, isFetching, refetch } = useSavedGifsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { page, asked, ask, done } = useDeleting()
  const stillness = useReducedMotion()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const allPlay = chosen ?? !stillness
  const [order, setOrder] = useState<Order>('newest')

  useEffect(() => {
    if (error) console.error('Saved GIFs could not be loaded', (error as { status?: unknown }).status)
  }, [error])

  return (
    <div ref={page} className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>Your Saved GIFs</h1>
        <SavesLeft />
        {gifs && gifs.length > 0 && (
          <div className={styles.tools}>
            <SelectField label="Sort" labelHidden value={order} options={ORDERS} onChange={setOrder} />
            <Button onClick={() => setChosen(!allPlay)}>
              <Icon name={allPlay ? 'pause' : 'play'} /> {allPlay ? 'Pause all' : 'Play all'}
            </Button>
          </div>
        )}
      </header>
      {gifs === undefined && !error && <LibraryLoading />}
      <div className={styles.state}>
        {gifs === undefined && error && <LibraryFailed busy={isFetching} onRetry={() => void refetch()} />}
        {gifs?.length === 0 && <NothingSaved />}
      </div>
      {gifs && gifs.length > 0 && (
        <SavedGifList key={order} gifs={inOrder(gifs, order)} allPlay={allPlay} onDelete={ask} />
      )}
      {asked && <DeleteDialog gif={asked.gif} onDone={done} />}
    </div>
  )
}

/** Links to the Shop whether or not any are left. */
function SavesLeft() {
  const { data, isError, isFetching, refetch } = useInventoryQuery(undefined, { refetchOnMountOrArgChange: true })
  if (data === undefined && !isError) return <Skeleton height="1.5rem" width="11rem" />
  return (
    <p className={styles.saves}>
      {data === undefined ? (
        <>
          Could not load inventory.
          <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </>
      ) : (
        <>
          {data.gif_saves === 0 ? 'No GIF saves left' : `${counted(data.gif_saves, 'GIF save')} left`} ·{' '}
          <Link to={SHOP}>Get more in the Shop</Link>
        </>
      )}
    </p>
  )
}

const SHOP = `${PATHS.shop}#${GIF_SAVES_ANCHOR}`

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8]

const LibraryLoading = () => (
  <div className={styles.list} role="status">
    <span className="visually-hidden">Loading your saved GIFs…</span>
    {PLACES.map((place) => (
      <Skeleton key={place} height="14rem" />
    ))}
  </div>
)

const NothingSaved = () => (
  <EmptyState
    icon="bookmark"
    title="You haven't saved any GIFs yet."
    action={
      <Link className={buttonClass()} to={PATHS.gameroom}>
        Find a battle
      </Link>
    }
  >
    In a battle you can save the GIFs you pick and the ones you receive. Each uses one GIF save.
  </EmptyState>
)

const LibraryFailed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <EmptyState
    icon="offline"
    title="We couldn't load your saved GIFs"
    action={
      <Button busy={busy} onClick={onRetry}>
        Try again
      </Button>
    }
  >
    They’re safe. Try again in a moment.
  </EmptyState>
)

const SignedOut = () => (
  <EmptyState
    wholeScreen
    icon="user"
    title="You're not logged in"
    action={
      <a className={buttonClass()} href={useLoginPath()}>
        Log in with Discord
      </a>
    }
  >
    Log in to see your saved GIFs.
  </EmptyState>
)

interface DeleteDialogProps {
  gif: SavedGif
  onDone: (deleted: boolean) => void
}

function DeleteDialog({ gif, onDone }: DeleteDialogProps) {
  const [hide] = useHideSavedGifMutation()
  const [deleting, setDeleting] = useState(false)

  const cancel = () => {
    if (deleting) return
    toastNeutral('Action canceled')
    onDone(false)
  }
  const remove = async () => {
    setDeleting(true)
    const { error } = await hide(gif.id)
    if (error) toastError('Failed to delete GIF')
    else toastSuccess('GIF deleted')
    onDone(!error)
  }

  return (
    <Dialog title="Delete GIF" open onClose={cancel}>
      <p>Are you sure you want to delete this GIF? This cannot be undone.</p>
      <div className={styles.actions}>
        <Button data-autofocus="" onClick={cancel} aria-disabled={deleting}>
          Cancel
        </Button>
        <Button variant="danger" busy={deleting} onClick={() => void remove()}>
          Delete
        </Button>
      </div>
    </Dialog>
  )
}

interface Entry {
  gif: SavedGif
  index: number
}

interface Deleting {
  page: RefObject<HTMLDivElement | null>
  asked: Entry | null
  ask: (entry: Entry) => void
  done: (deleted: boolean) => void
}

function useDeleting(): Deleting {
  const page = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<Entry | null>(null)
  const [vacated, setVacated] = useState<Entry | null>(null)

  useEffect(() => {
    if (vacated === null) return
    const entries = page.current?.querySelectorAll<HTMLElement>('[data-delete]')
    const next = focusAfter(vacated.index, entries?.length ?? 0)
    const focused = next === null ? page.current?.closest('main') : entries?.[next]
    focused?.focus()
  }, [vacated])

  const done = (deleted: boolean) => {
    if (deleted) setVacated(asked)
    setAsked(null)
  }
  return { page, asked, ask: setAsked, done }
}
