import type { MemberView } from '@kla/proto/web'
import type { Column } from '../kit/table/columns.js'
import { When } from '../kit/text/when.js'
import styles from './members.module.css'

export const COLUMNS: readonly Column<MemberView>[] = [
  { title: 'ID', cell: ({ id }) => id, opens: true, figures: true },
  { title: 'Username', cell: ({ username }) => <span className={styles.long}>{username}</span> },
  { title: 'Global name', cell: ({ global_name }) => <span className={styles.long}>{global_name ?? '-'}</span> },
  { title: 'E-mail', cell: ({ email }) => <span className={styles.long}>{email ?? '-'}</span>, spare: true },
  { title: 'Discriminator', cell: ({ discriminator }) => discriminator ?? '-', spare: true },
  { title: 'Since', cell: ({ create_time }) => <When at={create_time} />, spare: true },
]
