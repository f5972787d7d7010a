import { Suspense } from 'react'
import { useActivity } from '../entities/matching/activity.js'
import { NameDialog } from '../entities/names/use-name-first.js'
import { Lobby } from '../features/lobby/lobby.js'
import { FindMatch } from '../features/quick-match/find-match.js'
import { useFirstInput } from '../shared/browser/use-first-input.js'
import { lazyPart } from '../shared/loading/lazy-part.js'
import { loadRoom } from './room-part.js'
import { useSeating } from './seating.js'

const AskNotVeiled = lazyPart(() => import('../features/lobby/ask-not-veiled.js'), { asBar: true })

export default function LobbyRoute() {
  const { joining, asking, answer, join, enter, pendingAction, setPendingAction } = useSeating()
  const activity = useActivity()
  useFirstInput(loadRoom)
  return (
    <>
      <Lobby quickMatch={<FindMatch activity={activity} />} joining={joining} onJoin={join} onCreated={enter} />
      <Suspense>{asking && <AskNotVeiled onAnswer={answer} />}</Suspense>
      {pendingAction && (
        <Suspense>
          <NameDialog
            onClose={() => setPendingAction(null)}
            onKept={() => {
              setPendingAction(null)
              pendingAction.act()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
