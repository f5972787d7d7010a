import type { Wait } from '../../../entities/connection/late-words.js'
import { LateHelp } from '../../../entities/connection/late-help.js'
import { useCall } from '../call/services.js'
import { LeaveButton } from '../leaving/leave-buttons.js'

interface LateProps {
  wait: Wait
  name?: string
}

/** What to do where the room makes a player wait too long. */
export default function Late({ wait, name }: LateProps) {
  const impossible = useCall(({ connection }) => connection === 'impossible')
  return (
    <LateHelp wait={wait === 'picture' && impossible ? 'impossible' : wait} {...(name === undefined ? {} : { name })}>
      <LeaveButton compact={false} />
    </LateHelp>
  )
}
