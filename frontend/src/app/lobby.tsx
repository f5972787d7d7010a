import { Suspense } from 'react'
import { useActivity } from '../entities/matching/activity.js'
import { NameDialog } from '../entities/names/use-name-first.js'
import { useGetReady } from '../entities/ready/use-get-ready.js'
import { useSession } from '../entities/session/use-session.js'
import { Lobby } from '../features/lobby/lobby.js'
import type { OnJoin } from '../features/lobby/room-entry.js'
import type { OnReturn } from '../features/lobby/seated-elsewhere.js'
import { FindMatch } from '../features/quick-match/find-match.js'
import { useFirstInput } from '../shared/browser/use-first-input.js'
import { lazyPart } from '../shared/loading/lazy-part.js'
import { ROOM_LIST, SEATED_ELSEWHERE } from '../texts/lobby.js'
import { loadRoom } from './room-part.js'
import { useSeating } from './seating.js'

const AskNotVeiled = lazyPart(() => import('../features/lobby/ask-not-veiled.js'), { asBar: true })

export default function LobbyRoute() {
  const { joining, asking, ask, answer, join, enter, pendingAction, setPendingAction } = useSeating()
  const activity = useActivity()
  const visitor = useSession().user === null
  const { whenReady, screen } = useGetReady()
  useFirstInput(loadRoom)
  const joinListed: OnJoin = (room, veiled) =>
    new Promise((resolve) => {
      const act = async (agreed: boolean) => {
        const { joined, passcodeRefusal } = await join(room, { agreed })
        resolve(passcodeRefusal)
        return joined
      }
      if (visitor) void act(false)
      else whenReady({ go: ROOM_LIST.join, veiled, leadsTo: 'room', act })
    })
  // The former release of rooms lets a seat be taken over without asking for a veil.
  const returnTo: OnReturn = (room, veiled) => {
    const act = async (agreed: boolean) => {
      if (agreed || veiled === true) return (await join(room, { agreed })).joined
      ask(room)
      return false
    }
    whenReady({ go: SEATED_ELSEWHERE.goThere, veiled, leadsTo: 'room', act })
  }
  return (
    <>
      <Lobby
        quickMatch={<FindMatch activity={activity} />}
        joining={joining}
        onJoin={joinListed}
        onReturn={returnTo}
        onCreated={enter}
      />
      {screen}
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
