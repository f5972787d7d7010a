import type { BanView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { BanPill } from '../banning/ban-pill.js'
import { banStatus } from '../banning/ban-status.js'
import type { Column } from '../kit/table/columns.js'
import { useNow } from '../kit/text/use-now.js'
import { When } from '../kit/text/when.js'
import { Person } from '../subjects/person.js'
import { SCOPE_WORDS } from '../words.js'
import styles from './bans.module.css'

interface RowActions {
  /** Null for who may not. */
  lift: ((ban: BanView) => void) | null
  remove: ((ban: BanView) => void) | null
}

export const banColumns = (actions: RowActions): readonly Column<BanView>[] => [
  { title: 'ID', cell: ({ id }) => id, opens: true, figures: true },
  { title: 'User', cell: (ban) => <Person id={ban.user_id} name={ban.user_name} /> },
  { title: 'Scope', cell: ({ scope }) => SCOPE_WORDS[scope] },
  { title: 'Status', cell: (ban) => <BanPill ban={ban} /> },
  { title: 'Banned', cell: ({ banned_at }) => <When at={banned_at} />, spare: true },
  { title: 'Expires', cell: ({ expires_at }) => (expires_at === null ? 'Permanent' : <When end at={expires_at} />) },
  { title: 'Reason', cell: ({ reason }) => reason ?? '-', text: true },
  { title: 'Actions', cell: (ban) => <RowButtons ban={ban} {...actions} />, spare: true },
]

function RowButtons({ ban, lift, remove }: RowActions & { ban: BanView }) {
  const active = banStatus(ban, useNow()) === 'active'
  return (
    <div className={styles.rowActions}>
      {lift && active && (
        <Button aria-label={`Lift ban ${ban.id}`} onClick={() => lift(ban)}>
          Lift
        </Button>
      )}
      {remove && (
        <Button variant="quiet" aria-label={`Delete ban ${ban.id}`} onClick={() => remove(ban)}>
          Delete
        </Button>
      )}
    </div>
  )
}
