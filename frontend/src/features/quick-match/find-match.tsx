import { useRef } from 'react'
import { useSelector } from 'react-redux'
import { KeptOutOfRooms } from '../../entities/bans/kept-out-of-rooms.js'
import { Panel } from '../../shared/ui/panel.js'
import { useRoomsBan } from '../../entities/bans/use-rooms-ban.js'
import { selectEnding, selectSearch } from '../../entities/matching/match-slice.js'
import { useRealtime } from '../../shared/realtime/index.js'
import { endingWords } from './ending-words.js'
import { searchStatus } from './search-status.js'
import { Searching } from './searching.js'
import { useFocusKept } from './use-focus-kept.js'
import { WishForm } from './wish-form.js'

/** In the lobby: meet somebody without choosing a room. `onBegin` is called when a search begins here. */
export const FindMatch = ({ onBegin }: { onBegin: () => void }) => {
  const search = useSelector(selectSearch)
  const ending = useSelector(selectEnding)
  const { status } = useRealtime()
  const ban = useRoomsBan()
  const place = useRef<HTMLDivElement>(null)
  useFocusKept(place, search !== null)
  return (
    <Panel title="Find a match">
      <div ref={place}>
        {search && <Searching search={search} />}
        {!search && ban && <KeptOutOfRooms ban={ban} />}
        {!search && !ban && <WishForm ending={ending} onBegin={onBegin} />}
      </div>
      <p className="visually-hidden" role="status">
        {search ? searchStatus(search, status) : ending && endingWords(ending)}
      </p>
    </Panel>
  )
}
