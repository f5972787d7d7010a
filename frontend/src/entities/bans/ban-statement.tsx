import { PATHS, SUPPORT_ANCHOR } from '../../shared/config/paths.js'
import { BAN_TITLES, type OwnBan, reasonWords, untilWords } from './bans.js'
import styles from './ban-statement.module.css'

export const BanStatement = ({ ban, titled = true }: { ban: OwnBan; titled?: boolean }) => (
  <div className={styles.statement}>
    {titled && <strong>{BAN_TITLES[ban.scope]}.</strong>}
    <p>
      {reasonWords(ban.reason)} {untilWords(ban.expires_at)}
    </p>
    <p>
      If you think this is wrong, <a href={`${PATHS.settings}#${SUPPORT_ANCHOR}`}>write to support</a> and name ban
      number {ban.id}.
    </p>
  </div>
)

/** Shown in place of a way into a room; the banner has the reason. */
export const KeptOutOfRooms = ({ ban }: { ban: OwnBan }) => (
  <p>
    {BAN_TITLES[ban.scope]}, so this is closed to you. {untilWords(ban.expires_at)}
  </p>
)
