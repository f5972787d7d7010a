import { Button, type ButtonVariant } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { toastError, toastSuccess } from '../../../shared/ui/toast.js'
import { invitePath } from '../../../entities/room/invite-path.js'
import { useRoom } from '../state/use-room.js'

/** Copies the link that leads somebody else into this room. */
export function InviteButton({ variant = 'secondary' }: { variant?: ButtonVariant }) {
  const roomId = useRoom(({ roomId }) => roomId)
  const passcode = useRoom(({ passcode }) => passcode)

  const invite = async () => {
    if (roomId === null) return
    const link = window.location.origin + invitePath({ roomId, passcode })
    try {
      await navigator.clipboard.writeText(link)
      toastSuccess('Invite Link Copied to Clipboard')
    } catch {
      toastError(`Your browser did not allow copying. The link is ${link}`)
    }
  }
  return (
    <Button variant={variant} onClick={() => void invite()}>
      <Icon name="link" /> Invite Friend
    </Button>
  )
}
