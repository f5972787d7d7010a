import { useState } from 'react'
import { ALL_SEASONS, isCorrectable } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { toQuery } from '../kit/filters/filters.js'
import { useListState } from '../kit/filters/use-list-state.js'
import { ListScreen } from '../kit/list-screen/list-screen.js'
import { Facts } from '../kit/text/facts.js'
import { Section } from '../kit/text/section.js'
import { useNow } from '../kit/text/use-now.js'
import { Fold } from '../kit/workbench/fold.js'
import { useMay } from '../session/use-may.js'
import { readUserId } from '../subjects/read-user-id.js'
import { COLUMNS, playerName, type StandingView } from './columns.js'
import { CorrectFigures } from './correct-figures.js'
import { Corrections } from './corrections.js'
import { filterFields, NO_FILTERS } from './filter-fields.js'
import { seasonMeant } from './seasons.js'
import { StandingActions } from './standing-actions.js'
import { useStandingsQuery } from './standings-api.js'

const NONE: readonly StandingView[] = []

const WORDS = {
  title: 'Leaderboard Editor',
  entries: 'Standings',
  failed: 'Failed to load the standings.',
  empty: 'Nobody has a counted game here.',
  elsewhere: 'This player is not on the page that the list shows.',
}

/** Who has played and won how much, and the corrections of it. */
export default function LeaderboardEditor() {
  const may = useMay()
  const corrects = may('standings.correct')
  const nowMs = useNow()
  const list = useListState(NO_FILTERS)
  const season = seasonMeant(list.filters.season, nowMs)
  const { page, pageSize } = list
  const query = useStandingsQuery({ ...toQuery({ ...list.filters, season }), page, pageSize })
  const [correcting, setCorrecting] = useState<StandingView | null>(null)
  const sought = readUserId(list.filters.userId)
  const addFor = corrects && sought !== null && isCorrectable(season, nowMs) ? sought : null

  return (
    <>
      <ListScreen
        words={WORDS}
        list={list}
        query={query}
        rows={query.data?.results ?? NONE}
        total={query.data?.total}
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
              <Facts facts={factsOf(row, season)} />
              <Section title="Corrections">
                <Corrections key={row.id} userId={row.id} />
              </Section>
            </>
          ),
          actions: (row) => corrects && <StandingActions season={season} nowMs={nowMs} onCorrect={() => setCorrecting(row)} />,
        }}
      />
      {correcting && (
        <CorrectFigures
          userId={correcting.id}
          name={correcting.username}
          season={season}
          before={{ won: correcting.games_won, played: correcting.games_played }}
          onClose={() => setCorrecting(null)}
        />
      )}
    </>
  )
}

/** Somebody who is not in the season's standings: nothing was counted yet. */
const withoutFigures = (id: number): StandingView => ({
  id,
  username: '',
  avatar: null,
  games_won: 0,
  games_played: 0,
  rank: 0,
})

const factsOf = (row: StandingView, season: string) =>
  [
    ['Season', season === ALL_SEASONS ? 'All' : season],
    ['Place', row.rank],
    ['Games won', row.games_won],
    ['Games played', row.games_played],
  ] as const
