import { Verdict } from '../../../entities/stage/verdict.js'
import { useMe, useRoom } from '../state/use-room.js'

export default function OwnVerdict() {
  const me = useMe()
  const winnerId = useRoom(({ winnerId }) => winnerId)
  const winner = useRoom(({ players }) => players.find(({ id }) => id === winnerId)?.username ?? 'The other player')

  const side = winnerId === null ? 'none' : winnerId === me ? 'you' : 'other'
  return <Verdict side={side}>{side === 'none' ? 'No winner' : side === 'you' ? 'You win' : `${winner} wins`}</Verdict>
}
