import type { CupSummary } from '@kla/proto/web'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { CupStatePill } from '../cups/pills.js'
import type { Column } from '../kit/table/columns.js'
import { When } from '../kit/text/when.js'
import styles from './cup-creator.module.css'

export const COLUMNS: readonly Column<CupSummary>[] = [
  { title: 'Name', cell: ({ name }) => <span className={styles.name}>{name}</span>, opens: true },
  { title: 'State', cell: ({ state }) => <CupStatePill state={state} /> },
  { title: 'Start', cell: ({ starts_at }) => <When at={starts_at} /> },
  { title: 'Players', cell: ({ entered, capacity }) => `${entered} / ${capacity}`, figures: true },
  { title: 'Mode', cell: ({ mode }) => MODE_WORDS[mode].name, spare: true },
  { title: 'Category', cell: ({ category }) => CATEGORY_WORDS[category], spare: true },
  { title: 'Champion', cell: ({ champion }) => champion?.username ?? '-', spare: true },
]
