import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useTitle } from '../../lib/navigation/use-title.js'
import { readInvite } from '../../lib/rooms/invite-path.js'
import type { RoomKey } from '../../lib/rooms/room-key.js'
import { useSession } from '../../lib/session/use-session.js'
import { BrokenInvite } from './broken-invite.js'
import { GoToLogin } from './go-to-login.js'
import { Invitation } from './invitation.js'
import { PrepareCamera } from './prepare-camera.js'

/** What an invitation opens. The shell holds it back until the age is confirmed. */
export const JoinLink = ({ onReady }: { onReady: (room: RoomKey) => void }) => {
  useTitle('Invitation')
  const [query] = useSearchParams()
  const room = useMemo(() => readInvite(query), [query])
  const { status, user } = useSession()

  if (!room) return <BrokenInvite />
  if (user) return <PrepareCamera room={room} onReady={onReady} />
  // The shell says that the server cannot be asked, and offers to try again.
  return status === 'ready' ? <GoToLogin room={room} /> : <Invitation />
}
