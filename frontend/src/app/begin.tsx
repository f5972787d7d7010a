import { setupListeners } from '@reduxjs/toolkit/query'
import { Component, type ReactNode, startTransition, StrictMode, useEffect } from 'react'
import type { createRoot as CreateRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { arrival } from '../entities/room/arrival.js'
import { sessionApi } from '../entities/session/session-api.js'
import { ApplicationError } from '../features/errors/errors.js'
import { showOwnTypefaces } from '../shared/browser/typefaces.js'
import { browserClock } from '../shared/realtime/clock.js'
import '../styles/global.css'
import { loadScreen, Screens } from './router.js'
import { Shell } from './shell.js'
import { makeStore, type Store } from './store.js'

/** The last resort: whatever breaks while drawing ends here, in words. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failure: unknown }> {
  override state: { failure: unknown } = { failure: undefined }

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure ?? true }
  }

  override render() {
    return this.state.failure === undefined ? this.props.children : <ApplicationError />
  }
}

export const App = ({ store }: { store: Store }) => {
  // What is asked for again and again rests while nobody looks.
  useEffect(() => setupListeners(store.dispatch), [store])
  return (
    <ErrorBoundary>
      <Provider store={store}>
        <BrowserRouter>
          <Shell>
            <Screens />
          </Shell>
        </BrowserRouter>
      </Provider>
    </ErrorBoundary>
  )
}

/** Lets the browser answer whoever touches the page, and goes on after that. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

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
