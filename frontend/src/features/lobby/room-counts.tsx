import type { RoomCount } from '@kla/proto/web'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { useLoginPath } from '../../entities/session/login-path.js'
import { buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { ROOM_COUNTS, ROOM_LIST } from '../../texts/lobby.js'
import styles from './room-counts.module.css'
import { countsByMode, roomsOpen } from './rules.js'

/** Shows visitors the number of rooms, not who is inside. */
export function RoomCounts({ counts, stale }: { counts: readonly RoomCount[]; stale: boolean }) {
  const modes = countsByMode(counts)
  if (modes.length === 0) {
    return (
      <EmptyState icon="users" title={ROOM_LIST.none} action={<LogIn>{ROOM_COUNTS.logInToCreate}</LogIn>}>
        {ROOM_COUNTS.beFirst}
      </EmptyState>
    )
  }
  return (
    <div className={styles.counts} data-stale={stale || undefined}>
      <ul className={styles.modes} aria-label={ROOM_COUNTS.label}>
        {modes.map(({ mode, rooms, categories }) => (
          <li key={mode} className={styles.mode}>
            <p className={styles.total}>
              <span className={styles.figure}>{rooms}</span> {roomsOpen(rooms, MODE_WORDS[mode].name)}
            </p>
            <ul className={styles.categories}>
              {categories.map(({ category, rooms: some }) => (
                <li key={category}>
                  {CATEGORY_WORDS[category]} <span className={styles.some}>{some}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {stale && <p className={styles.note}>{ROOM_COUNTS.stale}</p>}
      <div className={styles.login}>
        <p className={styles.note}>{ROOM_COUNTS.logInToSee}</p>
        <LogIn>{ROOM_COUNTS.logIn}</LogIn>
      </div>
    </div>
  )
}

const LogIn = ({ children }: { children: string }) => {
  const loginPath = useLoginPath()
  return (
    <a className={buttonClass({ variant: 'primary' })} href={loginPath}>
      {children}
    </a>
  )
}
