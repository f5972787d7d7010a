import type { BanView } from '@kla/proto/web'
import { BanPill } from '../banning/ban-pill.js'
import { When } from '../kit/text/when.js'
import { SCOPE_WORDS } from '../words.js'
import styles from './subjects.module.css'

export const BanEntry = ({ ban }: { ban: BanView }) => (
  <li className={styles.entry}>
    <p className={styles.head}>
      <strong>#{ban.id}</strong> {SCOPE_WORDS[ban.scope]} <BanPill ban={ban} /> <When at={ban.banned_at} /> –{' '}
      {ban.expires_at === null ? 'permanent' : <When end at={ban.expires_at} />}
    </p>
    {ban.reason && <p className={styles.text}>{ban.reason}</p>}
  </li>
)
