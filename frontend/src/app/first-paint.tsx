import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { StaticRouter } from 'react-router'
import { PATHS } from '../config/paths.js'
import { Lobby } from '../features/lobby/lobby.js'
import { Footer } from '../features/navigation/footer.js'
import { Header } from '../features/navigation/header.js'
import { FindMatch } from '../features/quick-match/find-match.js'
import { Connected } from './connected.js'
import styles from './shell.module.css'
import { makeStore } from './store.js'

const nothing = () => undefined

/**
 * The lobby as anybody sees it who is not known yet, in HTML that does nothing: the build puts it into the page, so that
 * there is something to see while the scripts are on their way (vite.first-paint.ts, public/first-paint.js).
 */
export const drawLobby = (): string =>
  renderToStaticMarkup(
    <Provider store={makeStore()}>
      <StaticRouter location={PATHS.gameroom}>
        <Connected>
          <div className={styles.page} inert>
            <Header />
            <main className={styles.main}>
              <Lobby quickMatch={<FindMatch onBegin={nothing} />} joining={null} onJoin={async () => undefined} onCreated={nothing} />
            </main>
            <Footer />
          </div>
        </Connected>
      </StaticRouter>
    </Provider>,
  )
