import { useState } from 'react'
import type { SeasonView } from '@kla/proto/web'
import { useTextListState } from '../kit/filters/use-list-state.js'
import { ListScreen } from '../kit/list-screen/list-screen.js'
import { Fold } from '../kit/workbench/fold.js'
import { useMay } from '../session/use-may.js'
import { COLUMNS } from './columns.js'
import { CreateSeason } from './create-season.js'
import { usePassSeasonsQuery } from './pass-api.js'
import { SeasonActions } from './season-actions.js'
import { seasonErrors } from './season-errors.js'
import { SeasonForm } from './season-form.js'
import { SeasonPill } from './season-pill.js'
import { useSaveSeason } from './use-save-season.js'
import { useSeasonEdits } from './use-season-edits.js'

const NO_FILTERS = {}
const NONE: readonly SeasonView[] = []
const NO_ERRORS = {}

const WORDS = {
  title: 'Battle Pass Editor',
  entries: 'Seasons',
  failed: 'Failed to load the seasons.',
  empty: 'No seasons yet.',
  elsewhere: 'There is no such season.',
}

/** The seasons of the battle pass: drafts, and those that players see. */
export default function BattlePassEditor() {
  const manages = useMay()('pass.manage')
  const list = useTextListState(NO_FILTERS)
  const query = usePassSeasonsQuery()
  const edits = useSeasonEdits()
  const { save, saving } = useSaveSeason()
  /** Faults are shown once somebody has tried to save them. */
  const [tried, setTried] = useState<string | null>(null)

  const errorsOf = (season: SeasonView) =>
    seasonErrors(edits.of(season).draft, season.published ? edits.of(season).basis : null)
  const saveSeason = async (season: SeasonView) => {
    setTried(season.id)
    if (Object.keys(errorsOf(season)).length > 0) {
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus())
      return
    }
    if (!(await save(edits.of(season)))) return
    setTried(null)
    edits.forget(season.id)
  }

  return (
    <ListScreen
      words={WORDS}
      list={list}
      query={query}
      rows={query.data?.seasons ?? NONE}
      total={null}
      columns={COLUMNS}
      idOf={({ id }) => id}
      nameOf={({ name }) => `season ${name}`}
      aside={
        manages && (
          <Fold title="Create a season">
            <CreateSeason onCreated={list.openEntry} />
          </Fold>
        )
      }
      opened={{
        title: (_, season) => season?.name ?? 'Season',
        pills: (season) => <SeasonPill season={season} />,
        subject: (season) => (
          <SeasonForm
            key={season.id}
            season={season}
            draft={edits.of(season).draft}
            errors={tried === season.id ? errorsOf(season) : NO_ERRORS}
            onChange={manages ? (part) => edits.change(season, part) : null}
          />
        ),
        actions: (season) =>
          manages && (
            <SeasonActions
              season={season}
              edited={edits.has(season.id)}
              conflicting={edits.has(season.id) && edits.of(season).basis.version !== season.version}
              saving={saving}
              onSave={() => void saveSeason(season)}
              onDiscard={() => edits.forget(season.id)}
              onRebase={() => edits.rebase(season)}
              onDeleted={() => list.openEntry(null)}
            />
          ),
      }}
    />
  )
}
