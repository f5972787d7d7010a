import type { AdministratorView } from '@kla/proto/web'
import type { Column } from '../kit/table/columns.js'
import { Pill } from '../kit/text/pill.js'
import { When } from '../kit/text/when.js'
import styles from './administrators.module.css'
import { ROLE_WORDS } from './words.js'

export const StatePill = ({ administrator }: { administrator: AdministratorView }) => (
  <Pill tone={administrator.disabled ? 'red' : 'green'}>{administrator.disabled ? 'Disabled' : 'Active'}</Pill>
)

export const COLUMNS: readonly Column<AdministratorView>[] = [
  { title: 'ID', cell: ({ id }) => id, opens: true, figures: true },
  { title: 'Name', cell: ({ name }) => <span className={styles.long}>{name}</span> },
  { title: 'Role', cell: ({ role }) => ROLE_WORDS[role] },
  { title: 'Child safety', cell: ({ child_safety }) => (child_safety ? 'Yes' : '-') },
  { title: 'TOTP', cell: ({ totp_enabled }) => (totp_enabled ? 'Set up' : 'Not set up') },
  { title: 'State', cell: (administrator) => <StatePill administrator={administrator} /> },
  { title: 'Last seen', cell: ({ last_seen_at }) => <When at={last_seen_at} />, spare: true },
]
