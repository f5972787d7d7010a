import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { Link, type Location, useLocation, useNavigate } from 'react-router'
import { pageEntry } from '../../entities/room/page-entry.js'
import { passIn, roomIn, takeBearer, type WatchLink } from '../../entities/room/watch-link.js'
import { useLoginPath } from '../../entities/session/login-path.js'
import { useSession } from '../../entities/session/use-session.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { cupPath, PATHS } from '../../shared/config/paths.js'
import { buttonClass } from '../../shared/ui/button.js'
import { DeliberateButton } from '../../shared/ui/deliberate-button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { WATCH_PAGE } from '../../texts/watch.js'
import { useWatch, type Watch } from './watch.js'
import styles from './watch.module.css'
import { WatchedBattle } from './watched-battle.js'
import { exitWords, type Outside } from './words.js'

function WatchStatus({ watch, judge }: { watch: Watch; judge: boolean }) {
  const { status } = useSyncExternalStore(watch.watching.subscribe, watch.watching.get)
  const { room } = useSyncExternalStore(watch.room.subscribe, watch.room.get)
  const inside = status.kind === 'watching' || status.kind === 'rejoining'
  if (inside && room !== null) {
    return <WatchedBattle room={room} audience={watch.audience} rejoining={status.kind === 'rejoining'} />
  }
  if (inside || status.kind === 'asking') {
    return (
      <p className={styles.asking} role="status">
        <Spinner /> {WATCH_PAGE.checking}
      </p>
    )
  }
  return <NotWatching status={status} judge={judge} cupId={room?.tie?.cupId ?? null} />
}

interface WatchPageProps {
  link: WatchLink | null
  spent: boolean
  autoContinues: boolean
}

export function WatchPage({ link, spent, autoContinues }: WatchPageProps) {
  const { status, user } = useSession()
  const [pressedFor, setPressedFor] = useState<string | null>(null)
  useTitle(WATCH_PAGE.pageTitle)
  if (link === null) return <NoRoomNamed />
  if (spent) return <PassSpent />
  if (link.pass === null && status === 'ready' && user === null) return <SignInToWatch autoContinues={autoContinues} />
  if (!autoContinues && pressedFor !== link.roomId) {
    return <AskToWatch judge={link.pass !== null} onWatch={() => setPressedFor(link.roomId)} />
  }
  return <AtTheRing key={`${link.roomId} ${link.pass ?? ''}`} link={link} />
}

function AtTheRing({ link }: { link: WatchLink }) {
  const watch = useWatch(link)
  return watch && <WatchStatus watch={watch} judge={link.pass !== null} />
}

const ToCups = ({ cupId = null }: { cupId?: string | null }) => (
  <Link className={buttonClass({ variant: 'primary' })} to={cupId === null ? PATHS.cups : cupPath(cupId)}>
    {cupId === null ? WATCH_PAGE.seeCups : WATCH_PAGE.backToCup}
  </Link>
)

function NotWatching({ status, judge, cupId }: { status: Outside; judge: boolean; cupId: string | null }) {
  const { title, text } = exitWords(status, judge)
  return (
    <div role="alert">
      <EmptyState wholeScreen icon="users" title={title} action={<ToCups cupId={cupId} />}>
        {text}
      </EmptyState>
    </div>
  )
}

const NoRoomNamed = () => (
  <EmptyState wholeScreen icon="link" title={WATCH_PAGE.incomplete} action={<ToCups />}>
    {WATCH_PAGE.incompleteHint}
  </EmptyState>
)

/** Shown after a reload: the pass is valid once. */
const PassSpent = () => (
  <EmptyState wholeScreen icon="users" title={WATCH_PAGE.used} action={<ToCups />}>
    {WATCH_PAGE.usedHint}
  </EmptyState>
)

const SignInToWatch = ({ autoContinues }: { autoContinues: boolean }) => {
  const login = useLoginPath()
  const { pathname, search } = useLocation()
  return (
    <EmptyState
      wholeScreen
      icon="user"
      title={WATCH_PAGE.logIn}
      action={
        <a
          className={buttonClass({ variant: 'primary' })}
          href={login}
          onClick={() => autoContinues && pageEntry().allowReturnTo(pathname + search)}
        >
          {WATCH_PAGE.logInWithDiscord}
        </a>
      }
    >
      {WATCH_PAGE.seenByName}
    </EmptyState>
  )
}

/** Waits for a press: another site may have opened the link, and watchers are seen by name. */
const AskToWatch = ({ judge, onWatch }: { judge: boolean; onWatch: () => void }) => (
  <EmptyState
    wholeScreen
    icon="users"
    title={WATCH_PAGE.ask}
    action={
      <DeliberateButton variant="primary" onClick={onWatch}>
        {WATCH_PAGE.watch}
      </DeliberateButton>
    }
  >
    {judge ? WATCH_PAGE.seenAsJudge : WATCH_PAGE.seenByName}
  </EmptyState>
)

interface OpenedLink {
  link: WatchLink | null
  spent: boolean
  autoContinues: boolean
}

function judgeBearer(): string | null {
  try {
    return takeBearer(window.sessionStorage)
  } catch {
    return null
  }
}

/** Keeps the pass in memory and removes it from the address bar. */
export function useWatchLink(): OpenedLink {
  const { key, pathname, search, hash, state } = useLocation() as Location<{ readonly judge?: boolean } | null>
  const navigate = useNavigate()
  // Before the pass leaves the address in a new history entry.
  const [autoContinues] = useState(() => pageEntry().opensWithoutPress(key))
  const arriving = passIn(hash)
  const [pass, setPass] = useState(arriving)
  // A judge's link opens only in a tab that the console made.
  const [bearer] = useState(() => (arriving === null ? null : judgeBearer()))
  if (arriving !== null && arriving !== pass) setPass(arriving)

  useLayoutEffect(() => {
    // The remaining state says only that there was a pass.
    if (arriving !== null) void navigate(pathname + search, { replace: true, state: { judge: true } })
  }, [arriving, pathname, search, navigate])

  const roomId = roomIn(search)
  return {
    link: roomId === null ? null : { roomId, pass: arriving ?? pass, bearer },
    spent: state?.judge === true && pass === null,
    autoContinues,
  }
}
