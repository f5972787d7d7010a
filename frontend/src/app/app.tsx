import { setupListeners } from '@reduxjs/toolkit/query'
import { useEffect } from 'react'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { ErrorBoundary } from './error-boundary.js'
import { Screens } from './router.js'
import { Shell } from './shell.js'
import type { Store } from './store.js'

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
