import { useEffect, useEffectEvent } from 'react'
import { useSelector } from 'react-redux'
import { selectSearch } from '../../entities/matching/match-slice.js'
import { isEnded, useRealtime } from '../../shared/realtime/index.js'
import { MatchFound } from './match-found.js'
import { SearchBar } from './search-bar.js'
import { useCancelSearch } from './use-cancel-search.js'
import { useKeepAsking } from './use-keep-asking.js'
import { useMatchEvents } from './use-match-events.js'

interface QuickMatchProps {
  /** Whether this player sits in a room by now, however that came about. */
  seated: boolean
  /** Whether the lobby is on the screen, where the search is shown already. */
  inLobby: boolean
  /** Takes the seat that waits in this room. */
  onReady: (roomId: string) => void
}

/** A search that is on: asks for it, hears of it, shows it and brings up who was found. */
export function QuickMatch({ seated, inLobby, onReady }: QuickMatchProps) {
  const search = useSelector(selectSearch)
  const cancel = useCancelSearch()
  const roomId = search?.roomId ?? null
  const { closedBy } = useRealtime()
  const pointless = isEnded(closedBy) || (seated && roomId === null)
  useMatchEvents({ tellsEnding: !inLobby })
  useKeepAsking(search)

  const takeSeat = useEffectEvent(onReady)
  useEffect(() => {
    if (roomId !== null) takeSeat(roomId)
  }, [roomId])

  const stop = useEffectEvent(cancel)
  useEffect(() => {
    if (pointless) stop()
  }, [pointless])

  if (search === null || seated || roomId !== null) return null
  return (
    <>
      {!inLobby && <SearchBar search={search} />}
      {search.found && <MatchFound key={search.found.matchId} wish={search.wish} found={search.found} />}
    </>
  )
}
