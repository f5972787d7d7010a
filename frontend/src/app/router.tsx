import { Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { PATHS } from '../shared/config/paths.js'
import { lazyPart } from '../shared/loading/lazy-part.js'
import { ScreenLoading } from '../shared/loading/screen-loading.js'
import { useStayInRoom } from './in-room.js'
import { LobbyRoute } from './lobby-part.js'

const importLive = () => import('./live.js')
const Live = lazyPart(async () => ({ default: (await importLive()).Live }))
const GameroomRoute = lazyPart(async () => ({ default: (await importLive()).GameroomRoute }))
const JoinLinkRoute = lazyPart(async () => ({ default: (await importLive()).JoinLinkRoute }))
const Home = lazyPart(() => import('../features/home/home.js'))
const WatchRoute = lazyPart(() => import('./watch.js'))
const Shop = lazyPart(() => import('../features/shop/shop.js'))
const GifLibrary = lazyPart(() => import('../features/gif-library/gif-library.js'))
const Leaderboards = lazyPart(() => import('../features/leaderboards/leaderboards.js'))
const Cups = lazyPart(() => import('../features/cups/cups.js'))
const CupPage = lazyPart(() => import('../features/cups/cup-page.js'))
const BattlePass = lazyPart(() => import('../features/battle-pass/battle-pass.js'))
const Practice = lazyPart(() => import('../features/practice/practice.js'))
const ReadyRoute = lazyPart(() => import('./ready.js'))
const Settings = lazyPart(() => import('../features/settings/settings.js'))
const News = lazyPart(() => import('../features/static-pages/news.js'))
const Terms = lazyPart(() => import('../features/static-pages/terms.js'))
const Privacy = lazyPart(() => import('../features/static-pages/privacy.js'))
const NotFound = lazyPart(() => import('../features/errors/not-found.js'))

const PARTS_OF: Readonly<Record<string, readonly { load: () => Promise<unknown> }[]>> = {
  [PATHS.home]: [Home],
  [PATHS.gameroom]: [Live, GameroomRoute, LobbyRoute],
  [PATHS.joinRoom]: [Live, JoinLinkRoute],
}
export const loadScreen = (path: string): Promise<unknown> =>
  Promise.allSettled((PARTS_OF[path] ?? []).map(({ load }) => load()))

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
        <Route path={PATHS.practice} element={<Practice />} />
        <Route path={PATHS.ready} element={<ReadyRoute />} />
        <Route path="/studio" element={<ReadyRoute />} />
        <Route path={PATHS.settings} element={<Settings />} />
        <Route path={PATHS.news} element={<News />} />
        <Route path={PATHS.terms} element={<Terms />} />
        <Route path={PATHS.privacy} element={<Privacy />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}
