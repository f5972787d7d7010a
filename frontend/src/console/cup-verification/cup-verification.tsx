import type { CupTieView } from '@kla/proto/web'
import { TieStatePill } from '../cups/pills.js'
import { DEADLINE, PLAYERS, STATE, TIE } from '../cups/tie-columns.js'
import { tieKey, tieWords, winnerWords } from '../cups/tie-names.js'
import { useLiveTies } from '../cups/use-live-ties.js'
import { isWatchable, WatchAsJudge } from '../cups/watch-as-judge.js'
import { toQuery } from '../kit/filters/filters.js'
import { useTextListState } from '../kit/filters/use-list-state.js'
import { ListScreen } from '../kit/list-screen/list-screen.js'
import type { Column } from '../kit/table/columns.js'
import { useMay } from '../session/use-may.js'
import { FIELDS, NO_FILTERS } from './filter-fields.js'
import { TieActions } from './tie-actions.js'
import { TieSubject } from './tie-subject.js'

const NONE: readonly CupTieView[] = []
/** A dispute leaves ten minutes for a verdict: it has to be seen soon. */
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
  elsewhere: 'This tie is not among those that the list shows. It may have been decided.',
}

/** Ties that wait for a verdict, and the verdicts on others. */
export default function CupVerification() {
  const judges = useMay()('cups.judge')
  const list = useTextListState(NO_FILTERS)
  const { page, pageSize } = list
  const query = useLiveTies({ ...toQuery(list.filters), page, pageSize }, POLL_MS)

  return (
    <ListScreen
      words={WORDS}
      list={list}
      query={query}
      rows={query.data?.results ?? NONE}
      total={query.data?.total}
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
