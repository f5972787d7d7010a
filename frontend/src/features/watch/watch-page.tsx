import { useState } from 'react'
import { useTitle } from '../../shared/browser/use-title.js'
import { useSession } from '../../entities/session/use-session.js'
import type { WatchLink } from '../../entities/room/watch-link.js'
import { AtTheRing } from './at-the-ring.js'
import { AskToWatch, NoRoomNamed, PassSpent, SignInToWatch } from './not-watching.js'

interface WatchPageProps {
  link: WatchLink | null
  spent: boolean
  goesOn: boolean
}

/** A cup tie, seen from outside the ropes: by a judge with a pass, or by a spectator. */
export function WatchPage({ link, spent, goesOn }: WatchPageProps) {
  const { status, user } = useSession()
  /** The room for which this page's button was pressed. */
  const [pressedFor, setPressedFor] = useState<string | null>(null)
  useTitle('Watching')
  if (link === null) return <NoRoomNamed />
  if (spent) return <PassSpent />
  if (link.pass === null && status === 'ready' && user === null) return <SignInToWatch goesOn={goesOn} />
  if (!goesOn && pressedFor !== link.roomId) {
    return <AskToWatch judge={link.pass !== null} onWatch={() => setPressedFor(link.roomId)} />
  }
  return <AtTheRing key={`${link.roomId} ${link.pass ?? ''}`} link={link} />
}
