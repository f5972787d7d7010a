import { Suspense, useState } from 'react'
import { invitePath } from '../../../entities/room/room-key.js'
import { Button, type ButtonVariant } from '../../../shared/ui/button.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { toastError, toastSuccess } from '../../../shared/ui/toast.js'
import { INVITING, LEAVING } from '../../../texts/room-leaving.js'
import { LeaveDialog } from '../later-parts.js'
import { useRoom } from '../state/use-room.js'
import { useLeaveRoom, useNext } from './leave-room.js'

export function LeaveButton({ compact }: { compact: boolean }) {
  const { leave, leaving } = useLeaveRoom()
  if (compact) return <IconButton icon="leave" label={LEAVING.leave} disabled={leaving} onClick={() => void leave()} />
  return (
    <Button variant="quiet" busy={leaving} onClick={() => void leave()}>
      {!leaving && <Icon name="leave" />} {LEAVING.leave}
    </Button>
  )
}

interface NextButtonProps {
  compact?: boolean
  variant?: ButtonVariant
}

export function NextButton({ compact = false, variant = 'quiet' }: NextButtonProps) {
  const matched = useRoom(({ about }) => about?.origin === 'match')
  const inBattle = useRoom(({ phase }) => phase === 'prompt' || phase === 'show' || phase === 'vote')
  const { next, leaving } = useNext()
  const [asking, setAsking] = useState(false)
  if (!matched) return null

  const press = () => {
    if (inBattle) setAsking(true)
    else void next()
  }
  const moveOn = async () => {
    await next()
    // Still here if the player stays.
    setAsking(false)
  }
  return (
    <>
      {compact ? (
        <IconButton icon="next" label={LEAVING.nextOpponent} disabled={leaving} onClick={press} />
      ) : (
        <Button variant={variant} busy={leaving} onClick={press}>
          {!leaving && <Icon name="next" />} {LEAVING.next}
        </Button>
      )}
      <Suspense>
        {asking && inBattle && (
          <LeaveDialog toNext={{ leaving, onStay: () => setAsking(false), onLeave: () => void moveOn() }} />
        )}
      </Suspense>
    </>
  )
}

export function InviteButton({ variant = 'secondary' }: { variant?: ButtonVariant }) {
  const roomId = useRoom(({ roomId }) => roomId)
  const passcode = useRoom(({ passcode }) => passcode)

  const invite = async () => {
    if (roomId === null) return
    const link = window.location.origin + invitePath({ roomId, passcode })
    try {
      await navigator.clipboard.writeText(link)
      toastSuccess(INVITING.copied)
    } catch {
      toastError(INVITING.notCopied({ link }))
    }
  }
  return (
    <Button variant={variant} onClick={() => void invite()}>
      <Icon name="link" /> {INVITING.invite}
    </Button>
  )
}
