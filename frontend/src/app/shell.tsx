import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from 'react-router'
import { useAgeConfirmed } from '../entities/age/age-flag.js'
import { selectSearch } from '../entities/matching/match-slice.js'
import { selectLoggingOut } from '../entities/session/session-slice.js'
import { useSessionEnded } from '../entities/session/use-session.js'
import { AgeGate } from '../features/age-gate/age-gate.js'
import { AccountBanners, ServerUnreachable } from '../features/banners/banners.js'
import { TieBanner } from '../features/cups/tie-banner.js'
import { SessionEnded } from '../features/errors/errors.js'
import { Footer, Header } from '../features/navigation/navigation.js'
import { useFirstInput } from '../shared/browser/use-first-input.js'
import { lazyPart } from '../shared/loading/lazy-part.js'
import { NoticeBar } from '../shared/ui/notice-bar.js'
import { toasterWanted, wantToaster } from '../shared/ui/toast.js'
import { SHELL } from '../texts/shell.js'
import { useAttestAge, useDeclareUnderAge } from './age-attestation.js'
import { useRepeatDueBlocks } from './due-blocks.js'
import { useInRoom } from './in-room.js'
import styles from './shell.module.css'

const Matching = lazyPart(() => import('./matching.js'), { asBar: true })
const Toaster = lazyPart(async () => ({ default: (await import('../shared/ui/toaster.js')).Toaster }), { asBar: true })
/** Loads the toaster early; showing a toast reports a failure. */
const loadToaster = (): void => void Toaster.load().then(wantToaster, () => undefined)

export const Shell = ({ children }: { children: ReactNode }) => {
  const main = useRef<HTMLElement>(null)
  const ageConfirmed = useAgeConfirmed()
  const ended = useSessionEnded()
  const endShown = !useSelector(selectLoggingOut) && ended
  const inRoom = useInRoom() && !ended
  const searching = useSelector(selectSearch) !== null && !ended
  useArrival(main, endShown ? 'ended' : inRoom ? 'room' : '')
  useAttestAge()
  useRepeatDueBlocks()
  const declareUnderAge = useDeclareUnderAge()
  const toasting = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.get)
  useFirstInput(loadToaster)

  return (
    <>
      <div className={styles.page} inert={!ageConfirmed}>
        <a className={styles.skip} href="#main">
          {SHELL.skip}
        </a>
        {!inRoom && <Header />}
        {!inRoom && <ServerUnreachable />}
        {!inRoom && <AccountBanners />}
        <div className={inRoom ? styles.besideExit : undefined}>
          <TieBanner inRoom={inRoom} />
          {/* Always present: screen readers announce what is added. */}
          <div role="status">
            <NoticeBar />
          </div>
        </div>
        <Suspense>{searching && <Matching />}</Suspense>
        <main id="main" ref={main} className={styles.main} tabIndex={-1}>
          {ended ? endShown && <SessionEnded /> : children}
        </main>
        {!inRoom && <Footer />}
        <Suspense>{toasting && <Toaster footIsBusy={inRoom} />}</Suspense>
      </div>
      {!ageConfirmed && <AgeGate onUnderAge={declareUnderAge} />}
    </>
  )
}

/** Scrolls up and focuses the page; `stage` tells apart screens of one address. */
const useArrival = (main: RefObject<HTMLElement | null>, stage: string) => {
  const { pathname } = useLocation()
  const screen = `${pathname} ${stage}`
  const shown = useRef(screen)
  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [screen, main])
}
