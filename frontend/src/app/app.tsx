import { useState } from 'react'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { ErrorBoundary } from './error-boundary.js'
import { Screens } from './router.js'
import { Shell } from './shell.js'
import { makeStore } from './store.js'

export const App = () => {
  const [store] = useState(makeStore)
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
