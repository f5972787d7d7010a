import { useSyncExternalStore } from 'react'
import { Spinner } from '../../shared/ui/spinner.js'
import type { WatchLink } from '../../entities/room/watch-link.js'
import { NotWatching } from './not-watching.js'
import { useWatch } from './use-watch.js'
import type { Watch } from './watch.js'
import { WatchedBattle } from './watched-battle.js'
import styles from './watch.module.css'

/** Whatever there is to see: the battle, or why there is none. */
export function AtTheRing({ link }: { link: WatchLink }) {
  const watch = useWatch(link)
  return watch && <Standing watch={watch} judge={link.pass !== null} />
}

function Standing({ watch, judge }: { watch: Watch; judge: boolean }) {
  const { standing } = useSyncExternalStore(watch.watching.subscribe, watch.watching.get)
  const { room } = useSyncExternalStore(watch.room.subscribe, watch.room.get)
  const inside = standing.kind === 'watching' || standing.kind === 'rejoining'
  if (inside && room !== null) {
    return <WatchedBattle room={room} audience={watch.audience} rejoining={standing.kind === 'rejoining'} />
  }
  if (inside || standing.kind === 'asking') {
    return (
      <p className={styles.asking} role="status">
        <Spinner /> Asking whether you may watch…
      </p>
    )
  }
  return <NotWatching standing={standing} judge={judge} cupId={room?.tie?.cupId ?? null} />
}
