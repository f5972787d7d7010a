import { type ComponentType, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { lazyPart } from '../../shared/loading/lazy-part.js'
import { ScreenLoading } from '../../shared/loading/screen-loading.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { useKeysWait } from '../kit/shortcuts.js'
import { firstTab, type Slug, type Tab } from './tabs.js'

const SCREENS: Readonly<Record<Slug, ComponentType>> = {
  desk: lazyPart(() => import('../desk/desk.js')),
  training: lazyPart(() => import('../desk/training.js')),
  appeals: lazyPart(() => import('../appeals/appeals.js')),
  gifcontrol: lazyPart(() => import('../gif-control/gif-control.js')),
  reports: lazyPart(() => import('../reports/reports.js')),
  bans: lazyPart(() => import('../bans/bans.js')),
  membersandguilddata: lazyPart(() => import('../members/members.js')),
  audit: lazyPart(() => import('../audit/audit.js')),
  administrators: lazyPart(() => import('../administrators/administrators.js')),
  approvals: lazyPart(() => import('../approvals/approvals.js')),
  account: lazyPart(() => import('../account/account.js')),
  support: lazyPart(() => import('../support/support.js')),
  leaderboardeditor: lazyPart(() => import('../leaderboard-editor/leaderboard-editor.js')),
  cuptiecreator: lazyPart(() => import('../cup-creator/cup-creator.js')),
  cupverification: lazyPart(() => import('../cup-verification/cup-verification.js')),
  cupstreamhub: lazyPart(() => import('../cup-streams/cup-streams.js')),
  battlepasseditor: lazyPart(() => import('../battle-pass-editor/battle-pass-editor.js')),
}

const PersonScreen = lazyPart(() => import('../person/person.js'))

export const Screens = ({ tabs, person }: { tabs: readonly Tab[]; person: boolean }) => (
  <Suspense fallback={<Loading />}>
    <Routes>
      {tabs.map((tab) => {
        const Screen = SCREENS[tab.slug]
        return <Route key={tab.slug} path={tab.slug} element={<Screen />} />
      })}
      {person && <Route path="person/:id" element={<PersonScreen />} />}
      <Route index element={<Navigate to={`/${firstTab(tabs)?.slug ?? ''}`} replace />} />
      <Route
        path="*"
        element={<EmptyState wholeScreen icon="search" title="This page doesn't exist, or you can't open it." />}
      />
    </Routes>
  </Suspense>
)

function Loading() {
  useKeysWait(true)
  return <ScreenLoading />
}
