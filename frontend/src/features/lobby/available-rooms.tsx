import { typedText } from '@kla/proto/web'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useRoomsBan } from '../../entities/bans/bans.js'
import { useRoomList } from '../../entities/room/use-room-list.js'
import { useSession } from '../../entities/session/use-session.js'
import { PATHS } from '../../shared/config/paths.js'
import { lazyPart } from '../../shared/loading/lazy-part.js'
import { isEnded, useRealtime } from '../../shared/realtime/index.js'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { TextField } from '../../shared/ui/fields.js'
import { Icon } from '../../shared/ui/icon.js'
import { Panel } from '../../shared/ui/panel.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { ROOM_LIST } from '../../texts/lobby.js'
import styles from './lobby.module.css'
import { RoomCounts } from './room-counts.js'
import { type OnJoin, RoomEntry } from './room-entry.js'
import { filterRooms } from './rules.js'

interface AvailableRoomsProps {
  joining: string | null
  onJoin: OnJoin
  onWantCreate: () => void
}

export const AvailableRooms = ({ joining, onJoin, onWantCreate }: AvailableRoomsProps) => {
  const { rooms, counts } = useRoomList()
  const { status, closedBy } = useRealtime()
  const { user } = useSession()
  const ban = useRoomsBan()
  const [search, setSearch] = useState('')
  const found = rooms && filterRooms(rooms, search)

  // A player's connection may not be signed in yet.
  if (counts && !user) {
    return (
      <Panel title={ROOM_LIST.title}>
        <RoomCounts counts={counts} stale={status !== 'open'} />
      </Panel>
    )
  }
  if (!rooms && isEnded(closedBy)) {
    return (
      <Panel title={ROOM_LIST.title}>
        <Suspense>
          <NoConnection closedBy={closedBy} />
        </Suspense>
      </Panel>
    )
  }
  return (
    <Panel title={ROOM_LIST.title} aside={<ListStatus open={rooms?.length} />}>
      <div className={styles.search}>
        <Icon name="search" />
        <TextField
          type="search"
          label={ROOM_LIST.search}
          labelHidden
          placeholder={ROOM_LIST.searchExample}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className={styles.scroll} aria-busy={!rooms}>
        {!found && <RoomsLoading />}
        {found && found.length > 0 && (
          <ul className={styles.list} aria-label={ROOM_LIST.listLabel}>
            {found.map((room) => (
              <RoomEntry key={room.id} room={room} joining={joining === room.id} onJoin={onJoin} />
            ))}
          </ul>
        )}
        {rooms?.length === 0 && <NoRooms onWantCreate={ban ? undefined : onWantCreate} />}
        {rooms && rooms.length > 0 && found?.length === 0 && (
          <NoRoomsFound search={search} onClear={() => setSearch('')} />
        )}
      </div>
    </Panel>
  )
}

/** Announces only loading: the count changes all the time. */
const ListStatus = ({ open }: { open: number | undefined }) => (
  <p className={styles.status} role={open === undefined ? 'status' : undefined}>
    {open === undefined && (
      <>
        <Spinner size={16} /> {ROOM_LIST.connecting}
      </>
    )}
    {open !== undefined && open > 0 && ROOM_LIST.open({ count: open })}
  </p>
)

const PLACES = [1, 2, 3, 4]

const NoConnection = lazyPart(() => import('./no-connection.js'), { waiting: () => null })
const RoomsLate = lazyPart(() => import('./rooms-late.js'), { waiting: () => null })

const RoomsLoading = () => (
  <div className={styles.loading}>
    <Suspense>
      <RoomsLate />
    </Suspense>
    {PLACES.map((place) => (
      <Skeleton key={place} height="5.75rem" />
    ))}
  </div>
)

interface NoRoomsProps {
  /** Undefined for players who are banned from rooms. */
  onWantCreate: (() => void) | undefined
}

const NoRooms = ({ onWantCreate }: NoRoomsProps) => (
  <EmptyState
    icon="users"
    title={ROOM_LIST.none}
    action={
      <>
        {onWantCreate && <Button onClick={onWantCreate}>{ROOM_LIST.create}</Button>}
        <p className={styles.offers}>
          <Link to={PATHS.practice}>{ROOM_LIST.practice}</Link>
          <Link to={PATHS.ready}>{ROOM_LIST.setUpCamera}</Link>
        </p>
      </>
    }
  >
    {onWantCreate && ROOM_LIST.noneOffer}
  </EmptyState>
)

const NoRoomsFound = ({ search, onClear }: { search: string; onClear: () => void }) => (
  <EmptyState
    icon="search"
    title={ROOM_LIST.noMatch({ search: typedText(search) })}
    action={<Button onClick={onClear}>{ROOM_LIST.clearSearch}</Button>}
  >
    {ROOM_LIST.noMatchWhy}
  </EmptyState>
)
