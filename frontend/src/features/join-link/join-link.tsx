import { useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { arrival } from '../../entities/room/arrival.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { readInvite } from '../../entities/room/invite-path.js'
import type { RoomKey } from '../../entities/room/room-key.js'
import { useSession } from '../../entities/session/use-session.js'
import { AtTheDoor } from './at-the-door.js'
import { BrokenInvite } from './broken-invite.js'
import { GoToLogin } from './go-to-login.js'
import { Invitation } from './invitation.js'
import { PrepareCamera } from './prepare-camera.js'

/**
 * What an invitation opens. It goes on by itself where the person opened it, and waits for a press where another site may
 * have. The shell holds it back until the age is confirmed.
 */
export const JoinLink = ({ onReady }: { onReady: (room: RoomKey) => void }) => {
  useTitle('Invitation')
  const [query] = useSearchParams()
  const room = useMemo(() => readInvite(query), [query])
  const { status, user } = useSession()
  const { key } = useLocation()
  const goesOn = arrival().goesOnByItself(key)
  const [pressed, setPressed] = useState(false)

  if (!room) return <BrokenInvite />
  if (user && !goesOn && !pressed) {
    return <AtTheDoor room={room} onGoIn={(asked) => (asked ? onReady(room) : setPressed(true))} />
  }
  if (user) return <PrepareCamera room={room} onReady={onReady} />
  // The shell says that the server cannot be asked, and offers to try again.
  return status === 'ready' ? <GoToLogin room={room} goesOn={goesOn} /> : <Invitation />
}
