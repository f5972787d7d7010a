import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import styles from './room-list-states.module.css'

/** As many as fit the list without scrolling. */
const PLACES = [1, 2, 3, 4]

export const RoomsLoading = () => (
  <div className={styles.loading}>
    {PLACES.map((place) => (
      <Skeleton key={place} height="5.75rem" />
    ))}
  </div>
)

export const NoRooms = ({ onWantCreate }: { onWantCreate: () => void }) => (
  <EmptyState icon="bell" title="No rooms open at the moment" action={<Button onClick={onWantCreate}>Open one</Button>}>
    The first corner can be yours.
  </EmptyState>
)

export const NoRoomsFound = ({ search, onClear }: { search: string; onClear: () => void }) => (
  <EmptyState
    icon="search"
    title={`Nothing matches “${search.trim()}”`}
    action={<Button onClick={onClear}>Clear the search</Button>}
  >
    Rooms are found by their name and by who opened them.
  </EmptyState>
)
