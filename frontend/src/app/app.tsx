import { setupListeners } from '@reduxjs/toolkit/query'
import { useEffect, useState } from 'react'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { ErrorBoundary } from './error-boundary.js'
import { Screens } from './router.js'
import { Shell } from './shell.js'
import { makeStore } from './store.js'

export const App = () => {
  const [store] = useState(makeStore)
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
