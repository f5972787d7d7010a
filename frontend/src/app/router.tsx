import { createBrowserRouter } from 'react-router'
import { ErrorPage } from './error-page.js'
import { HomeRoute } from './routes/home.js'
import { Shell } from './shell.js'

/** Every screen and its path. All but the first one seen are loaded when they are gone to. */
export const makeRouter = () =>
  createBrowserRouter([
    {
      Component: Shell,
      ErrorBoundary: ErrorPage,
      HydrateFallback: () => null,
      children: [
        { index: true, Component: HomeRoute },
        {
          lazy: () => import('./live.js').then(({ Live }) => ({ Component: Live })),
          children: [
            {
              path: 'gameroom',
              lazy: () => import('./routes/gameroom.js').then(({ GameroomRoute }) => ({ Component: GameroomRoute })),
            },
          ],
        },
      ],
    },
  ])
