import type { CupTieView } from '@kla/proto/web'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { DEADLINE, PLAYERS, STATE, TIE, TieStatePill, WatchAsJudge } from '../entities/cup-ties.js'
import { tieKey, tieWords } from '../entities/cup-words.js'
import { DownloadCsv } from '../entities/download-csv.js'
import { Person } from '../entities/person.js'
import { useMay } from '../entities/session-api.js'
import { useLiveTies } from '../entities/ties-api.js'
import type { Column } from '../kit/data-table.js'
import { ListScreen } from '../kit/list-screen.js'
import { pageQuery, useTextListState } from '../kit/list-state.js'
import { Countdown } from '../kit/moments.js'
import { useShortcut } from '../kit/shortcuts.js'
import { Facts, Pill } from '../kit/text.js'
import styles from './cup-streams.module.css'
import { consentWords, spectatorLink } from './spectators.js'

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
  empty: 'No tie is running.',
  elsewhere: 'This tie is no longer running.',
}

const RUNNING = { filter: 'running' }

export default function CupStreams() {
  const list = useTextListState(NO_FILTERS)
  const query = useLiveTies({ ...RUNNING, ...pageQuery(list) }, POLL_MS)
  return (
    <ListScreen
      words={WORDS}
      list={list}
      query={query}
      rows={query.data?.results ?? NONE}
      total={query.data?.total}
      cursors={{ trail: list.trail, next: query.next, onPlace: list.goTo }}
      extra={<DownloadCsv list="admin/ties" filters={RUNNING} />}
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

const StreamSubject = ({ entry }: { entry: CupTieView }) => <Facts facts={eventsOf(entry)} />

const TiePlayer = ({ player }: { player: CupTieView['player_a'] }) =>
  player ? <Person id={player.id} name={player.username} /> : '-'

const eventsOf = (entry: CupTieView) =>
  [
    ['Player A', <TiePlayer key="a" player={entry.player_a} />],
    ['Player B', <TiePlayer key="b" player={entry.player_b} />],
    ['Mode', MODE_WORDS[entry.mode].name],
    ['Category', CATEGORY_WORDS[entry.category]],
    [
      'Time left',
      entry.tie.deadline === null ? '-' : <Countdown key="left" until={entry.tie.deadline} over="any moment" />,
    ],
    ['Watching now', entry.watchers],
    ['Spectators', consentWords(entry)],
  ] as const

const StreamActions = ({ entry }: { entry: CupTieView }) => (
  <>
    {useMay()('cups.judge') && <WatchAsJudge entry={entry} />}
    <CopySpectatorLink entry={entry} />
  </>
)

function CopySpectatorLink({ entry }: { entry: CupTieView }) {
  const link = spectatorLink(entry, window.location.origin)
  const copy = async (address: string) => {
    try {
      await navigator.clipboard.writeText(address)
      toastSuccess('Spectator link copied.')
    } catch {
      toastError(`We couldn't copy the link: ${address}`)
    }
  }
  useShortcut('y', 'Copy the spectator link', () => link && void copy(link), link !== null)
  return (
    <div className={styles.way}>
      <Button wide disabled={link === null} aria-keyshortcuts="y" onClick={() => link && void copy(link)}>
        Copy spectator link
      </Button>
      <p className={styles.note}>
        {link === null
          ? 'Spectators can watch only while both players allow it.'
          : 'It opens for signed-in adults, while both players allow it.'}
      </p>
    </div>
  )
}
