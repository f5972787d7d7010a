import { LateHelp } from '../../../entities/connection/late-help.js'
import type { Wait } from '../../../entities/connection/late-words.js'
import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { LEAVING } from '../../../texts/room-leaving.js'
import { useCall } from '../call/services.js'
import { useLeaveRoom } from '../leaving/leave-room.js'

interface LateProps {
  wait: Wait
  name?: string
}

export default function Late({ wait, name }: LateProps) {
  const { leave, leaving } = useLeaveRoom()
  const impossible = useCall(({ connection }) => connection === 'impossible')
  return (
    <LateHelp wait={wait === 'picture' && impossible ? 'impossible' : wait} {...(name === undefined ? {} : { name })}>
      <Button variant="quiet" busy={leaving} onClick={() => void leave()}>
        {!leaving && <Icon name="leave" />} {LEAVING.leave}
      </Button>
    </LateHelp>
  )
}
