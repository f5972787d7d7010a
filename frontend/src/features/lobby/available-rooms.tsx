import { useState } from 'react'
import { Icon } from '../../shared/ui/icon.js'
import { Panel } from '../../shared/ui/panel.js'
import { TextField } from '../../shared/ui/fields.js'
import type { RoomKey } from '../../entities/room/room-key.js'
import { filterRooms } from './filter-rooms.js'
import { ListStatus } from './list-status.js'
import { NoRooms, NoRoomsFound, RoomsLoading } from './room-list-states.js'
import { RoomEntry } from './room-entry.js'
import { useRoomList } from '../../entities/room/use-room-list.js'
import styles from './available-rooms.module.css'

interface AvailableRoomsProps {
  joining: string | null
  onJoin: (room: RoomKey) => Promise<void>
  onWantCreate: () => void
}

export const AvailableRooms = ({ joining, onJoin, onWantCreate }: AvailableRoomsProps) => {
  const rooms = useRoomList()
  const [search, setSearch] = useState('')
  const found = rooms && filterRooms(rooms, search)

  return (
    <Panel title="Available Rooms" aside={<ListStatus open={rooms?.length} />}>
      <div className={styles.search}>
        <Icon name="search" />
        <TextField
          type="search"
          label="Search rooms"
          labelHidden
          placeholder="Room or creator"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className={styles.scroll} aria-busy={!rooms}>
        {!found && <RoomsLoading />}
        {found && found.length > 0 && (
          <ul className={styles.list} aria-label="Available rooms">
            {found.map((room) => (
              <RoomEntry key={room.id} room={room} joining={joining === room.id} onJoin={onJoin} />
            ))}
          </ul>
        )}
        {rooms?.length === 0 && <NoRooms onWantCreate={onWantCreate} />}
        {rooms && rooms.length > 0 && found?.length === 0 && (
          <NoRoomsFound search={search} onClear={() => setSearch('')} />
        )}
      </div>
    </Panel>
  )
}
