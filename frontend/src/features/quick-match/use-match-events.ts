import { useEffect, useEffectEvent } from 'react'
import { useStore } from 'react-redux'
import { toastNeutral } from '../../shared/ui/toast.js'
import { matchSlice, selectSearch } from '../../entities/matching/match-slice.js'
import { useRealtime } from '../../shared/realtime/index.js'
import { endingWords } from './ending-words.js'

const match = matchSlice.actions

/** Tells the store what the server tells of the search; and the person, where the end of it would not be seen. */
export function useMatchEvents({ tellsEnding }: { tellsEnding: boolean }): void {
  const { dispatch, getState } = useStore<Parameters<typeof selectSearch>[0]>()
  const { on } = useRealtime()
  const tell = useEffectEvent((text: string) => void (tellsEnding && toastNeutral(text)))

  useEffect(() => {
    const undo = [
      on('match-searching', (data) => dispatch(match.matchSearching(data))),
      on('match-found', (data) => dispatch(match.matchFound({ data, at: Date.now() }))),
      on('match-ready', (data) => dispatch(match.matchReady(data))),
      on('match-ended', ({ reason }) => {
        dispatch(match.searchEnded(reason))
        if (selectSearch(getState()) === null) tell(endingWords({ reason }))
      }),
    ]
    return () => undo.forEach((off) => off())
  }, [dispatch, getState, on])
}
