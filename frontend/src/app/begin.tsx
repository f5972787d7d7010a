// First, so that every other style sheet comes after it.
import '../styles/global.css'
import { setupListeners } from '@reduxjs/toolkit/query'
import { Component, type ReactNode, startTransition, StrictMode, useEffect } from 'react'
import type { createRoot as CreateRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { arrival } from '../entities/room/arrival.js'
import { sessionApi } from '../entities/session/session-api.js'
import { ApplicationError } from '../features/errors/errors.js'
import { showMotion } from '../shared/browser/stillness.js'
import { showOwnTypefaces } from '../shared/browser/typefaces.js'
import { browserClock } from '../shared/realtime/clock.js'
import { loadScreen, Screens } from './router.js'
import { Shell } from './shell.js'
import { makeStore, type Store } from './store.js'

/** After this, a loading text replaces the server-drawn picture. */
const PICTURE_MS = 5_000

/** In separate tasks: each takes a phone 50 ms or more. */
export async function begin(place: HTMLElement, createRoot: typeof CreateRoot): Promise<void> {
  arrival()
  showMotion()
  await nextTask()
  const store = makeStore()
  await nextTask()
  // Every screen waits for it.
  const session = store.dispatch(sessionApi.endpoints.getSession.initiate())
  // The screen itself, not a loading text, replaces the picture from public/first-paint.js.
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

export class ErrorBoundary extends Component<{ children: ReactNode }, { failure: unknown }> {
  override state: { failure: unknown } = { failure: undefined }

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure ?? true }
  }

  override render() {
    return this.state.failure === undefined ? this.props.children : <ApplicationError />
  }
}

/** Yields to input events; not to timers, where the browser can tell them apart. */
const nextTask = (): Promise<void> =>
  'scheduler' in window && 'yield' in window.scheduler ? window.scheduler.yield() : new Promise((resolve) => setTimeout(resolve))
