import { useState } from 'react'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router/dom'
import { makeRouter } from './router.js'
import { makeStore } from './store.js'

export const App = () => {
  const [store] = useState(makeStore)
  const [router] = useState(makeRouter)
  return (
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>
  )
}
