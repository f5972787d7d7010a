import type { SeasonView } from '@kla/proto/web'
import type { Column } from '../kit/table/columns.js'
import { When } from '../kit/text/when.js'
import { SeasonPill } from './season-pill.js'
import styles from './battle-pass-editor.module.css'

export const COLUMNS: readonly Column<SeasonView>[] = [
  { title: 'Name', cell: ({ name }) => <span className={styles.name}>{name}</span>, opens: true },
  { title: 'State', cell: (season) => <SeasonPill season={season} /> },
  { title: 'Start', cell: ({ starts_at }) => <When at={starts_at} /> },
  { title: 'End', cell: ({ ends_at }) => <When at={ends_at} /> },
  { title: 'Tiers', cell: ({ tiers }) => tiers.length, figures: true, spare: true },
]
