import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type SavedGif, useHideSavedGifMutation, useSavedGifsQuery } from '../../entities/gif/saved-gifs.js'
import { useLoginPath } from '../../entities/session/login-path.js'
import { useSession } from '../../entities/session/use-session.js'
import { useInventoryQuery } from '../../entities/shop/shop.js'
import { useReducedMotion } from '../../shared/browser/reduced-motion.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { GIF_SAVES_ANCHOR, PATHS } from '../../shared/config/paths.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { DeliberateButton } from '../../shared/ui/deliberate-button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { SelectField } from '../../shared/ui/fields.js'
import { Icon } from '../../shared/ui/icon.js'
import { LoadFailed } from '../../shared/ui/load-failed.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { DELETE_GIF, GIF_LIBRARY } from '../../texts/gif-library.js'
import { UI } from '../../texts/ui.js'
import styles from './gif-library.module.css'
import { focusAfter, inOrder, type Order, ORDERS } from './rules.js'
import { SavedGifList } from './saved-gif-list.js'

export default function GifLibrary() {
  useTitle(GIF_LIBRARY.pageTitle)
  const { status, user } = useSession()
  if (status === 'loading') return null
  if (status === 'failed') {
    return <EmptyState wholeScreen icon="offline" title={GIF_LIBRARY.closed} />
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
        <h1 className={styles.title}>{GIF_LIBRARY.title}</h1>
        <SavesLeft />
        {gifs && gifs.length > 0 && (
          <div className={styles.tools}>
            <SelectField label={GIF_LIBRARY.sort} labelHidden value={order} options={ORDERS} onChange={setOrder} />
            <Button onClick={() => setChosen(!allPlay)}>
              <Icon name={allPlay ? 'pause' : 'play'} /> {allPlay ? GIF_LIBRARY.pauseAll : GIF_LIBRARY.playAll}
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
          {GIF_LIBRARY.savesUnknown}
          <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
            {UI.tryAgain}
          </Button>
        </>
      ) : (
        GIF_LIBRARY.savesLeft({ saves: data.gif_saves, shop: (content) => <Link to={SHOP}>{content}</Link> })
      )}
    </p>
  )
}

const SHOP = `${PATHS.shop}#${GIF_SAVES_ANCHOR}`

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8]

const LibraryLoading = () => (
  <div className={styles.list} role="status">
    <span className="visually-hidden">{GIF_LIBRARY.loading}</span>
    {PLACES.map((place) => (
      <Skeleton key={place} height="14rem" />
    ))}
  </div>
)

const NothingSaved = () => (
  <EmptyState
    icon="bookmark"
    title={GIF_LIBRARY.none}
    action={
      <Link className={buttonClass()} to={PATHS.gameroom}>
        {GIF_LIBRARY.findBattle}
      </Link>
    }
  >
    {GIF_LIBRARY.noneWhy({ shop: (content) => <Link to={SHOP}>{content}</Link> })}
  </EmptyState>
)

const LibraryFailed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <LoadFailed title={GIF_LIBRARY.failed} busy={busy} onRetry={onRetry}>
    {GIF_LIBRARY.failedWhy}
  </LoadFailed>
)

const SignedOut = () => (
  <EmptyState
    wholeScreen
    icon="user"
    title={GIF_LIBRARY.signedOut}
    action={
      <a className={buttonClass()} href={useLoginPath()}>
        {GIF_LIBRARY.logIn}
      </a>
    }
  >
    {GIF_LIBRARY.logInWhy}
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
    toastNeutral(DELETE_GIF.cancelled)
    onDone(false)
  }
  const remove = async () => {
    setDeleting(true)
    const { error } = await hide(gif.id)
    if (error) toastError(DELETE_GIF.failed)
    else toastSuccess(DELETE_GIF.deleted)
    onDone(!error)
  }

  return (
    <Dialog title={DELETE_GIF.title} open onClose={cancel}>
      <p>{DELETE_GIF.asked}</p>
      <div className={styles.actions}>
        <Button data-autofocus="" onClick={cancel} aria-disabled={deleting}>
          {DELETE_GIF.cancel}
        </Button>
        <DeliberateButton variant="danger" busy={deleting} onClick={() => void remove()}>
          {DELETE_GIF.confirm}
        </DeliberateButton>
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
