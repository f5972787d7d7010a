import { useEffect, useEffectEvent } from 'react'
import { useDispatch, useSelector, useStore } from 'react-redux'
import { Link } from 'react-router'
import {
  matchSlice,
  type Search,
  searchRefused,
  searchTaken,
  selectSearch,
} from '../../entities/matching/match-slice.js'
import { PATHS } from '../../shared/config/paths.js'
import { isEnded, useRealtime, useRealtimeClient } from '../../shared/realtime/index.js'
import { useNow } from '../../shared/time/remaining.js'
import { Button } from '../../shared/ui/button.js'
import { showNotice } from '../../shared/ui/notices.js'
import { toastError } from '../../shared/ui/toast.js'
import { FIND_MATCH } from '../../texts/quick-match.js'
import { keepAsking } from './keep-asking.js'
import { MatchFound } from './match-found.js'
import styles from './quick-match.module.css'
import { SearchGlyph } from './search-glyph.js'
import { useCancelSearch } from './use-cancel-search.js'
import { elapsedWords, endingWords, estimateWords, searchStatus } from './words.js'

interface QuickMatchProps {
  seated: boolean
  inLobby: boolean
  onReady: (roomId: string) => void
}

export function QuickMatch({ seated, inLobby, onReady }: QuickMatchProps) {
  const search = useSelector(selectSearch)
  const cancel = useCancelSearch()
  const roomId = search?.roomId ?? null
  const { closedBy } = useRealtime()
  const pointless = isEnded(closedBy) || (seated && roomId === null)
  useMatchEvents({ showsEnding: !inLobby })
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

const SearchBar = ({ search }: { search: Search }) => {
  const now = useNow()
  const cancel = useCancelSearch()
  const { status } = useRealtime()
  const elapsed = elapsedWords(now - search.startedAt)
  return (
    <section className={styles.bar} aria-label={FIND_MATCH.yourSearch}>
      <SearchGlyph size={28} />
      <p className={styles.status} role="status">
        <Link to={PATHS.gameroom}>{searchStatus(search, status)}</Link>
      </p>
      <p className={styles.time}>
        <span role="timer" aria-label={FIND_MATCH.searchingFor({ elapsed })}>
          {elapsed}
        </span>
        <span className={styles.estimate}>{estimateWords(search.outlook?.estimatedWaitMs ?? null)}</span>
      </p>
      <Button variant="quiet" aria-label={FIND_MATCH.cancel} onClick={cancel}>
        {FIND_MATCH.cancelShort}
      </Button>
    </section>
  )
}

function useKeepAsking(search: Search | null): void {
  const client = useRealtimeClient()
  const dispatch = useDispatch()
  const number = search?.number ?? null
  const wish = search?.roomId === null ? search.wish : null

  useEffect(() => {
    if (number === null || wish === null) return undefined
    const onTaken = () => void dispatch(searchTaken(number))
    const onRefused = (refusal: string) => {
      dispatch(searchRefused(refusal))
      toastError(refusal)
    }
    return keepAsking({ client, wish, onTaken, onRefused })
  }, [client, dispatch, number, wish])
}

const match = matchSlice.actions

function useMatchEvents({ showsEnding }: { showsEnding: boolean }): void {
  const { dispatch, getState } = useStore<Parameters<typeof selectSearch>[0]>()
  const { on } = useRealtime()
  const showEnding = useEffectEvent((text: string) => void (showsEnding && showNotice(text, { passing: true })))

  useEffect(() => {
    const undo = [
      on('match-searching', (data) => dispatch(match.matchSearching(data))),
      on('match-found', (data) => dispatch(match.matchFound({ data, at: Date.now() }))),
      on('match-ready', (data) => dispatch(match.matchReady(data))),
      on('match-ended', ({ reason }) => {
        dispatch(match.searchEnded(reason))
        if (selectSearch(getState()) === null) showEnding(endingWords({ reason }))
      }),
    ]
    return () => undo.forEach((off) => off())
  }, [dispatch, getState, on])
}
