import { settingsPath } from '../../shared/config/paths.js'
import { BAN_TITLES, type OwnBan, untilWords } from './bans.js'
import styles from './bans.module.css'

export const reasonWords = (reason: string | null): string =>
  reason === null || reason.trim() === '' ? 'For breaking the Terms of Service.' : `The reason: “${reason.trim()}”.`

export const BanStatement = ({ ban, titled = true }: { ban: OwnBan; titled?: boolean }) => (
  <div className={styles.statement}>
    {titled && <strong>{BAN_TITLES[ban.scope]}.</strong>}
    <p>
      {reasonWords(ban.reason)} {untilWords(ban.expires_at)}
    </p>
    <p>
      If you think this is wrong, <a href={settingsPath('support')}>write to support</a> and name ban number {ban.id}.
    </p>
  </div>
)
