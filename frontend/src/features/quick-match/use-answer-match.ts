import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { toastError } from '../../shared/ui/toast.js'
import { matchSlice, searchEnded } from '../../entities/matching/match-slice.js'
import { useRealtime } from '../../shared/realtime/index.js'

const { matchAccepted, matchLost } = matchSlice.actions

/** Says yes or no to who was found. */
export function useAnswerMatch(matchId: string) {
  const dispatch = useDispatch()
  const { send } = useRealtime()
  const [accepting, setAccepting] = useState(false)

  const accept = async () => {
    setAccepting(true)
    const answer = await send('answer-match', { matchId, accept: true })
    setAccepting(false)
    if (answer.success) {
      dispatch(matchAccepted(matchId))
      return
    }
    toastError(answer.error)
    if (answer.code === 'MATCH_GONE') dispatch(matchLost(matchId))
  }

  /** An answer that does not arrive is a no as well. */
  const decline = () => {
    void send('answer-match', { matchId, accept: false })
    dispatch(searchEnded('declined'))
  }

  return { accept, decline, accepting }
}
