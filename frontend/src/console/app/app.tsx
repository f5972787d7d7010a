import { useState } from 'react'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { Toaster } from '../../shared/ui/toaster.js'
import { basenameOf } from './basename.js'
import { ErrorBoundary } from './error-boundary.js'
import { SessionGate } from './session-gate.js'
import { makeStore } from './store.js'

export const App = () => {
  const [store] = useState(makeStore)
  return (
    <ErrorBoundary>
      <Provider store={store}>
        <BrowserRouter basename={basenameOf(document.baseURI)}>
          <SessionGate />
          <Toaster footIsBusy={false} />
        </BrowserRouter>
      </Provider>
    </ErrorBoundary>
  )
}
