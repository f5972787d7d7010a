import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { useLeaveRoom } from '../leaving/use-leave-room.js'

/** The way back to the lobby; an icon where there is no room for words. */
export function LeaveButton({ compact }: { compact: boolean }) {
  const { leave, leaving } = useLeaveRoom()
  if (compact) return <IconButton icon="leave" label="Leave Room" disabled={leaving} onClick={() => void leave()} />
  return (
    <Button variant="quiet" busy={leaving} onClick={() => void leave()}>
      {!leaving && <Icon name="leave" />} Leave Room
    </Button>
  )
}
