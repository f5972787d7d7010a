import { Verdict } from '../../../entities/stage/verdict.js'
import { useMe } from '../state/use-me.js'
import { useRoom } from '../state/use-room.js'

/** How the battle ended, to one of the two who fought it. */
export function OwnVerdict() {
  const me = useMe()
  const phase = useRoom(({ phase }) => phase)
  const winnerId = useRoom(({ winnerId }) => winnerId)
  const winner = useRoom(({ players }) => players.find(({ id }) => id === winnerId)?.username ?? 'The other player')
  if (phase !== 'result') return null

  const side = winnerId === null ? 'none' : winnerId === me ? 'you' : 'other'
  return <Verdict side={side}>{side === 'none' ? 'No winner' : side === 'you' ? 'You win' : `${winner} wins`}</Verdict>
}
