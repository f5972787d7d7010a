import '../styles/global.css'
import { startTransition, StrictMode } from 'react'
import type { createRoot as CreateRoot } from 'react-dom/client'
import { arrival } from '../entities/room/arrival.js'
import { nextTask } from '../shared/browser/next-task.js'
import { showOwnTypefaces } from '../shared/browser/typefaces.js'
import { browserClock } from '../shared/realtime/clock.js'
import { sessionApi } from '../entities/session/session-api.js'
import { App } from './app.js'
import { loadScreen } from './router.js'
import { makeStore } from './store.js'

/** How long the picture of a screen stands for it. A page that waits longer says so instead. */
const PICTURE_MS = 5_000

/** Begins the page in steps between which it answers: a phone takes 50 ms and more for each. */
export async function begin(place: HTMLElement, createRoot: typeof CreateRoot): Promise<void> {
  arrival()
  await nextTask()
  const store = makeStore()
  await nextTask()
  // Every screen waits for who is there, so it is asked before anything is drawn.
  const session = store.dispatch(sessionApi.endpoints.getSession.initiate())
  // What stands there already (public/first-paint.js) makes way for the screen itself, not for a wait.
  if (place.hasChildNodes()) {
    const drawable = Promise.allSettled([loadScreen(window.location.pathname), session])
    await Promise.race([drawable, new Promise<void>((resolve) => browserClock.after(PICTURE_MS, resolve))])
  }
  showOwnTypefaces()
  // A transition, so that it is drawn piece by piece.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <App store={store} />
      </StrictMode>,
    ),
  )
}
