import { settingsPath } from '../../shared/config/paths.js'
import { BAN, BAN_TITLES } from '../../texts/bans.js'
import { type OwnBan, untilWords } from './bans.js'
import styles from './bans.module.css'

export const reasonWords = (reason: string | null): string =>
  reason === null || reason.trim() === '' ? BAN.noReason : BAN.reason({ reason: reason.trim().replace(/\.$/, '') })

export const BanStatement = ({ ban, titled = true }: { ban: OwnBan; titled?: boolean }) => (
  <div className={styles.statement}>
    {titled && <strong>{BAN.title({ title: BAN_TITLES[ban.scope] })}</strong>}
    <p>
      {reasonWords(ban.reason)} {untilWords(ban.expires_at)}
    </p>
    <p>
      {BAN.appeal({
        id: ban.id,
        standing: (link) => <a href={settingsPath('standing')}>{link}</a>,
        support: (link) => <a href={settingsPath('support')}>{link}</a>,
      })}
    </p>
  </div>
)
