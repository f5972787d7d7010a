import { type CupTieView, TIE_FILTERS } from '@kla/proto/web'
import { DEADLINE, isWatchable, PLAYERS, STATE, TIE, TieStatePill, WatchAsJudge } from '../entities/cup-ties.js'
import { tieKey, tieWords, winnerWords } from '../entities/cup-words.js'
import { DownloadCsv } from '../entities/download-csv.js'
import { useMay } from '../entities/session-api.js'
import { useLiveTies } from '../entities/ties-api.js'
import type { Column } from '../kit/data-table.js'
import type { FilterField } from '../kit/filter-bar.js'
import { ListScreen } from '../kit/list-screen.js'
import { pageQuery, toQuery, useTextListState } from '../kit/list-state.js'
import { TieActions } from './tie-actions.js'
import { TieSubject } from './tie-subject.js'

const NONE: readonly CupTieView[] = []
/** A dispute leaves ten minutes for a verdict. */
const POLL_MS = 10_000

const COLUMNS: readonly Column<CupTieView>[] = [
  TIE,
  PLAYERS,
  STATE,
  DEADLINE,
  { title: 'Winner', cell: winnerWords, spare: true },
]

const WORDS = {
  title: 'Cup Verification',
  entries: 'Ties',
  failed: 'Failed to load the ties.',
  empty: 'No ties here.',
  elsewhere: "This tie isn't in the list. It may have been decided.",
}

export default function CupVerification() {
  const judges = useMay()('cups.judge')
  const list = useTextListState(NO_FILTERS)
  const filters = toQuery(list.filters)
  const query = useLiveTies({ ...filters, ...pageQuery(list) }, POLL_MS)

  return (
    <ListScreen
      words={WORDS}
      list={list}
      query={query}
      rows={query.data?.results ?? NONE}
      total={query.data?.total}
      cursors={{ trail: list.trail, next: query.next, onPlace: list.goTo }}
      extra={<DownloadCsv list="admin/ties" filters={filters} />}
      fields={FIELDS}
      columns={COLUMNS}
      idOf={tieKey}
      nameOf={({ cup_name, tie }) => `${cup_name}, ${tieWords(tie)}`}
      opened={{
        title: (_, entry) => (entry ? `${entry.cup_name}: ${tieWords(entry.tie)}` : 'Tie'),
        pills: ({ tie }) => <TieStatePill state={tie.state} />,
        subject: (entry) => <TieSubject entry={entry} />,
        actions: (entry) =>
          judges && (
            <>
              <TieActions key={tieKey(entry)} entry={entry} />
              {isWatchable(entry) && <WatchAsJudge key={`watch ${tieKey(entry)}`} entry={entry} />}
            </>
          ),
      }}
    />
  )
}

export const NO_FILTERS = { filter: 'disputed' }

const LABELS: Readonly<Record<(typeof TIE_FILTERS)[number], string>> = {
  disputed: 'Disputed',
  running: 'Running',
  all: 'All',
}

export const FIELDS = [
  { name: 'filter', label: 'Ties', options: TIE_FILTERS.map((value) => ({ value, label: LABELS[value] })) },
] as const satisfies readonly FilterField<keyof typeof NO_FILTERS>[]
