import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { StaticRouter } from 'react-router'
import { Invitation } from '../entities/ready/ready-page.js'
import { AgeGate } from '../features/age-gate/age-gate.js'
import Home from '../features/home/home.js'
import { Lobby } from '../features/lobby/lobby.js'
import { Footer, Header } from '../features/navigation/navigation.js'
import { FindMatch } from '../features/quick-match/find-match.js'
import { PATHS } from '../shared/config/paths.js'
import { Connected } from './connected.js'
import styles from './shell.module.css'
import { makeStore } from './store.js'

/** HTML of the age gate and of screens by path. */
export interface FirstPaint {
  screens: Record<string, string>
  ageGate: string
}

const nothing = () => undefined
const nowhere = () => Promise.resolve(undefined)

const SCREENS: Readonly<Record<string, ReactNode>> = {
  [PATHS.home]: <Home />,
  [PATHS.gameroom]: (
    <Lobby
      quickMatch={<FindMatch activity={[]} />}
      joining={null}
      onJoin={nowhere}
      onReturn={nothing}
      onCreated={nothing}
    />
  ),
  [PATHS.joinRoom]: <Invitation />,
}

const draw = (path: string, screen: ReactNode): string =>
  renderToStaticMarkup(
    <Provider store={makeStore()}>
      <StaticRouter location={path}>
        <Connected>
          <div className={styles.page} inert>
            <Header />
            <main className={styles.main}>{screen}</main>
            <Footer />
          </div>
        </Connected>
      </StaticRouter>
    </Provider>,
  )

/** Renders what vite.first-paint.ts shows while scripts load. */
export const drawFirstPaint = (): FirstPaint => ({
  screens: Object.fromEntries(Object.entries(SCREENS).map(([path, screen]) => [path, draw(path, screen)])),
  ageGate: renderToStaticMarkup(
    <div inert>
      <AgeGate onUnderAge={async () => undefined} />
    </div>,
  ),
})
