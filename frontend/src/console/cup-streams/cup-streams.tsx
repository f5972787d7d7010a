import type { CupTieView } from '@kla/proto/web'
import { TieStatePill } from '../cups/pills.js'
import { DEADLINE, PLAYERS, STATE, TIE } from '../cups/tie-columns.js'
import { tieKey, tieWords } from '../cups/tie-names.js'
import { useLiveTies } from '../cups/use-live-ties.js'
import { useTextListState } from '../kit/filters/use-list-state.js'
import { ListScreen } from '../kit/list-screen/list-screen.js'
import type { Column } from '../kit/table/columns.js'
import { Pill } from '../kit/text/pill.js'
import { StreamActions } from './stream-actions.js'
import { StreamSubject } from './stream-subject.js'

const NO_FILTERS = {}
const NONE: readonly CupTieView[] = []
const POLL_MS = 5_000

const COLUMNS: readonly Column<CupTieView>[] = [
  TIE,
  PLAYERS,
  STATE,
  DEADLINE,
  { title: 'Watching', cell: ({ watchers }) => watchers, figures: true },
  { title: 'Spectators', cell: (entry) => <ConsentPill entry={entry} />, spare: true },
]

const WORDS = {
  title: 'Cup Stream Hub',
  entries: 'Running ties',
  failed: 'Failed to load the running ties.',
  empty: 'No tie runs now.',
  elsewhere: 'This tie does not run any more.',
}

/** The ties that run now, and the ways to watch them. */
export default function CupStreams() {
  const list = useTextListState(NO_FILTERS)
  const { page, pageSize } = list
  const query = useLiveTies({ filter: 'running', page, pageSize }, POLL_MS)
  return (
    <ListScreen
      words={WORDS}
      list={list}
      query={query}
      rows={query.data?.results ?? NONE}
      total={query.data?.total}
      columns={COLUMNS}
      idOf={tieKey}
      nameOf={({ cup_name, tie }) => `${cup_name}, ${tieWords(tie)}`}
      opened={{
        title: (_, entry) => (entry ? `${entry.cup_name}: ${tieWords(entry.tie)}` : 'Tie'),
        pills: (entry) => (
          <>
            <TieStatePill state={entry.tie.state} /> <ConsentPill entry={entry} />
          </>
        ),
        subject: (entry) => <StreamSubject entry={entry} />,
        actions: (entry) => <StreamActions key={tieKey(entry)} entry={entry} />,
      }}
    />
  )
}

const ConsentPill = ({ entry }: { entry: CupTieView }) => (
  <Pill tone={entry.spectators_allowed ? 'green' : 'plain'}>
    {entry.spectators_allowed ? 'Spectators allowed' : 'No spectators'}
  </Pill>
)
