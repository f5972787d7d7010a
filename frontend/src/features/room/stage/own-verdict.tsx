import { verdictWords } from '../../../entities/room/verdict-words.js'
import { Verdict } from '../../../entities/stage/verdict.js'
import { useLastBattle } from '../battle/use-last-battle.js'
import { useMe, useRoom } from '../state/use-room.js'

export default function OwnVerdict() {
  const me = useMe()
  const winnerId = useRoom(({ winnerId }) => winnerId)
  const { name, played } = useLastBattle()
  if (!played) return null

  const side = winnerId === null ? 'none' : winnerId === me ? 'you' : 'other'
  return <Verdict side={side}>{verdictWords(side === 'other' ? { name } : side)}</Verdict>
}
