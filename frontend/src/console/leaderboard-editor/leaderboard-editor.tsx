import { ALL_SEASONS, FIRST_SEASON, isCorrectable, type StandingsPage } from '@kla/proto/web'
import { useState } from 'react'
import { nameOfPlayer } from '../../entities/player/player.js'
import { useRoughNow } from '../../shared/time/now.js'
import { Button } from '../../shared/ui/button.js'
import { DownloadCsv } from '../entities/download-csv.js'
import { Person } from '../entities/person.js'
import { useMay } from '../entities/session-api.js'
import type { Column } from '../kit/data-table.js'
import { ListScreen } from '../kit/list-screen.js'
import { pageQuery, toQuery, useListState } from '../kit/list-state.js'
import { readUserId } from '../kit/numbers.js'
import { OPENS, useShortcut } from '../kit/shortcuts.js'
import { Facts, Section } from '../kit/text.js'
import { Fold } from '../kit/workbench.js'
import { useStandingsQuery } from './api.js'
import { CorrectFigures } from './correct-figures.js'
import { Corrections } from './corrections.js'
import styles from './leaderboard-editor.module.css'
import { filterFields, NO_FILTERS, seasonMeant } from './seasons.js'

const NONE: readonly StandingView[] = []

const WORDS = {
  title: 'Leaderboard Editor',
  entries: 'Standings',
  failed: 'Failed to load the standings.',
  empty: 'No one has a counted game here.',
  elsewhere: "This player isn't on this page of the list.",
}

export default function LeaderboardEditor() {
  const may = useMay()
  const corrects = may('standings.correct')
  const nowMs = useRoughNow()
  const list = useListState(NO_FILTERS)
  const season = seasonMeant(list.filters.season, nowMs)
  const filters = toQuery({ ...list.filters, season })
  const query = useStandingsQuery({ ...filters, ...pageQuery(list) })
  const [correcting, setCorrecting] = useState<StandingView | null>(null)
  const searchedId = readUserId(list.filters.userId)
  const addFor = corrects && searchedId !== null && isCorrectable(season, nowMs) ? searchedId : null

  return (
    <>
      <ListScreen
        words={WORDS}
        list={list}
        query={query}
        rows={query.data?.results ?? NONE}
        total={query.data?.total}
        cursors={{ trail: list.trail, next: query.currentData?.next, onPlace: list.goTo }}
        extra={<DownloadCsv list="admin/leaderboard" filters={filters} />}
        fields={filterFields(query.data?.seasons ?? [], list.filters.season, nowMs)}
        columns={COLUMNS}
        idOf={({ id }) => id}
        nameOf={playerName}
        emptyAction={
          addFor !== null && (
            <Button onClick={() => setCorrecting(withoutFigures(addFor))}>Give user {addFor} figures</Button>
          )
        }
        aside={
          <Fold title="Corrections">
            <Corrections userId={null} />
          </Fold>
        }
        opened={{
          title: (id, row) => (row ? playerName(row) : `User #${id}`),
          subject: (row) => (
            <>
              <Facts facts={eventsOf(row, season)} />
              <Section title="Corrections">
                <Corrections key={row.id} userId={row.id} />
              </Section>
            </>
          ),
          actions: (row) =>
            corrects && <StandingActions season={season} nowMs={nowMs} onCorrect={() => setCorrecting(row)} />,
        }}
      />
      {correcting && (
        <CorrectFigures
          userId={correcting.id}
          name={correcting.username}
          season={season}
          listed={{ won: correcting.games_won, played: correcting.games_played }}
          onClose={() => setCorrecting(null)}
        />
      )}
    </>
  )
}

const withoutFigures = (id: number): StandingView => ({
  id,
  username: '',
  avatar: null,
  games_won: 0,
  games_played: 0,
  rank: 0,
})

const eventsOf = (row: StandingView, season: string) =>
  [
    ['Player', <Person key="player" id={row.id} name={nameOfPlayer(row)} />],
    ['Season', season === ALL_SEASONS ? 'All' : season],
    ['Place', row.rank],
    ['Games won', row.games_won],
    ['Games played', row.games_played],
  ] as const

interface StandingActionsProps {
  season: string
  nowMs: number
  onCorrect: () => void
}

function StandingActions({ season, nowMs, onCorrect }: StandingActionsProps) {
  const correctable = isCorrectable(season, nowMs)
  useShortcut('c', 'Correct the figures', onCorrect, correctable, OPENS)
  if (!correctable) {
    return (
      <p>A correction belongs to one season from {FIRST_SEASON} on that has begun. Choose one above the list first.</p>
    )
  }
  return (
    <Button variant="primary" wide aria-keyshortcuts="c" onClick={onCorrect}>
      Correct
    </Button>
  )
}

type StandingView = StandingsPage['results'][number]

const playerName = ({ id, username }: Pick<StandingView, 'id' | 'username'>): string =>
  `${nameOfPlayer({ username })} #${id}`

export const COLUMNS: readonly Column<StandingView>[] = [
  { title: 'Place', cell: ({ rank }) => rank, figures: true },
  { title: 'Player', cell: (standing) => <span className={styles.name}>{playerName(standing)}</span>, opens: true },
  { title: 'Games won', cell: ({ games_won }) => games_won, figures: true },
  { title: 'Games played', cell: ({ games_played }) => games_played, figures: true },
]
