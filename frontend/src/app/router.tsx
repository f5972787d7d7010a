import { lazy, Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { PATHS } from '../config/paths.js'
import { NotFound } from '../features/errors/not-found.js'
import { Home } from '../features/home/home.js'
import { ScreenLoading } from './screen-loading.js'
import { useStayInRoom } from './use-stay-in-room.js'

const Live = lazy(() => import('./live.js'))
const GameroomRoute = lazy(() => import('./routes/gameroom.js'))
const JoinLinkRoute = lazy(() => import('./routes/join-link.js'))
const WatchRoute = lazy(() => import('./routes/watch.js'))
const Shop = lazy(() => import('../features/shop/shop.js'))
const GifLibrary = lazy(() => import('../features/gif-library/gif-library.js'))
const Leaderboards = lazy(() => import('../features/leaderboards/leaderboards.js'))
const Cups = lazy(() => import('../features/cups/cups.js'))
const CupPage = lazy(() => import('../features/cups/cup-page.js'))
const BattlePass = lazy(() => import('../features/battle-pass/battle-pass.js'))
const Settings = lazy(() => import('../features/settings/settings.js'))
const News = lazy(() => import('../features/static-pages/news.js'))
const Terms = lazy(() => import('../features/static-pages/terms.js'))
const Privacy = lazy(() => import('../features/static-pages/privacy.js'))

/** Every screen and its path. All but the landing page are loaded when they are gone to. */
export const Screens = () => {
  const inRoom = useStayInRoom()
  const location = useLocation()
  return (
    <Suspense fallback={<ScreenLoading />}>
      <Routes location={inRoom ? PATHS.gameroom : location}>
        <Route path={PATHS.home} element={<Home />} />
        <Route element={<Live />}>
          <Route path={PATHS.gameroom} element={<GameroomRoute />} />
          <Route path={PATHS.joinRoom} element={<JoinLinkRoute />} />
        </Route>
        <Route path={PATHS.watch} element={<WatchRoute />} />
        <Route path={PATHS.shop} element={<Shop />} />
        <Route path={PATHS.savedGifs} element={<GifLibrary />} />
        <Route path={PATHS.leaderboards} element={<Leaderboards />} />
        <Route path={PATHS.cups} element={<Cups />} />
        <Route path={PATHS.cup} element={<CupPage />} />
        <Route path={PATHS.pass} element={<BattlePass />} />
        <Route path={PATHS.settings} element={<Settings />} />
        <Route path={PATHS.news} element={<News />} />
        <Route path={PATHS.terms} element={<Terms />} />
        <Route path={PATHS.privacy} element={<Privacy />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}
