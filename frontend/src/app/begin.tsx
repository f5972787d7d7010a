// First, before every other style sheet.
import '../styles/global.css'
import { setupListeners } from '@reduxjs/toolkit/query'
import { startTransition, StrictMode, Suspense, useEffect } from 'react'
import type { createRoot as CreateRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { pageEntry } from '../entities/room/page-entry.js'
import { sessionApi } from '../entities/session/session-api.js'
import { ErrorBoundary, roomInstead } from '../shared/ui/error-boundary.js'
import { ApplicationError } from '../features/errors/errors.js'
import { sessionEnded } from '../shared/api/api.js'
import { withstandForeignNodes } from '../shared/browser/foreign-nodes.js'
import { whenOthersArrive } from '../shared/browser/personal.js'
import { applyMotion } from '../shared/browser/reduced-motion.js'
import { showOwnTypefaces } from '../shared/browser/typefaces.js'
import { lazyPart } from '../shared/loading/lazy-part.js'
import { browserClock } from '../shared/realtime/clock.js'
import { useInRoom } from './in-room.js'
import { loadScreen, Screens } from './router.js'
import { Shell } from './shell.js'
import { makeStore, type Store } from './store.js'

/** Time until a loading text replaces the server-drawn picture. */
const PICTURE_MS = 5_000

/** Starts the page in separate tasks, each 50 ms or more on a phone. */
export async function begin(place: HTMLElement, createRoot: typeof CreateRoot): Promise<void> {
  withstandForeignNodes()
  pageEntry()
  applyMotion()
  await nextTask()
  const store = makeStore()
  whenOthersArrive(() => store.dispatch(sessionEnded()))
  await nextTask()
  const session = store.dispatch(sessionApi.endpoints.getSession.initiate())
  // The screen itself replaces the picture from public/first-paint.js.
  if (place.hasChildNodes()) {
    const drawable = Promise.allSettled([loadScreen(window.location.pathname), session])
    await Promise.race([drawable, new Promise<void>((resolve) => browserClock.after(PICTURE_MS, resolve))])
  }
  showOwnTypefaces()
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <App store={store} />
      </StrictMode>,
    ),
  )
}

const App = ({ store }: { store: Store }) => {
  useEffect(() => setupListeners(store.dispatch), [store])
  return (
    <ErrorBoundary instead={<ApplicationError />}>
      <Provider store={store}>
        <ErrorBoundary instead={<Broken />}>
          <BrowserRouter>
            <Shell>
              <Screens />
            </Shell>
          </BrowserRouter>
        </ErrorBoundary>
      </Provider>
    </ErrorBoundary>
  )
}

const Connected = lazyPart(async () => ({ default: (await import('./connected.js')).Connected }))

const Broken = () => {
  const { Screen } = roomInstead
  const inRoom = useInRoom()
  if (!Screen || !inRoom) return <ApplicationError />
  return (
    <Suspense>
      <Connected>
        <Screen />
      </Connected>
    </Suspense>
  )
}

/** Yields to input events, where possible not to timers. */
const nextTask = (): Promise<void> =>
  'scheduler' in window && 'yield' in window.scheduler
    ? window.scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve))
