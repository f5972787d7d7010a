import { Suspense, useRef, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { Toaster } from '../shared/ui/toaster.js'
import { AgeGate } from '../features/age-gate/age-gate.js'
import { AgeLockBanner } from '../features/age-gate/age-lock-banner.js'
import { BanBanner } from '../features/bans/ban-banner.js'
import { TieBanner } from '../features/cups/tie-banner.js'
import { ServerUnreachable } from '../features/errors/server-unreachable.js'
import { SessionEnded } from '../features/errors/session-ended.js'
import { Footer } from '../features/navigation/footer.js'
import { Header } from '../features/navigation/header.js'
import { useAgeConfirmed } from '../entities/age/age-flag.js'
import { lazyPart } from '../shared/loading/lazy-part.js'
import { selectSearch } from '../entities/matching/match-slice.js'
import { useArrival } from './use-arrival.js'
import { useSessionEnded } from '../entities/session/use-session.js'
import { useAttestAge, useDeclareUnderAge } from './age-attestation.js'
import { useInRoom } from './use-in-room.js'
import styles from './shell.module.css'

/** Comes with the first search. */
const Matching = lazyPart(() => import('./matching.js'), { asBar: true })

/** What stands around every screen. In a room nothing does: the stage has the whole window. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const main = useRef<HTMLElement>(null)
  const ageConfirmed = useAgeConfirmed()
  // Whatever the screen is: it belonged to somebody who is not signed in any more, and nothing of it stays.
  const ended = useSessionEnded()
  const inRoom = useInRoom() && !ended
  const searching = useSelector(selectSearch) !== null && !ended
  useArrival(main, ended ? 'ended' : inRoom ? 'room' : '')
  useAttestAge()
  const declareUnderAge = useDeclareUnderAge()

  return (
    <>
      <div className={styles.page} inert={!ageConfirmed}>
        <a className={styles.skip} href="#main">
          Skip to the content
        </a>
        {!inRoom && <Header />}
        {!inRoom && <ServerUnreachable />}
        {!inRoom && <BanBanner />}
        {!inRoom && <AgeLockBanner />}
        <TieBanner inRoom={inRoom} />
        <Suspense>{searching && <Matching />}</Suspense>
        <main id="main" ref={main} className={styles.main} tabIndex={-1}>
          {ended ? <SessionEnded /> : children}
        </main>
        {!inRoom && <Footer />}
        <Toaster footIsBusy={inRoom} />
      </div>
      {!ageConfirmed && <AgeGate onUnderAge={declareUnderAge} />}
    </>
  )
}
