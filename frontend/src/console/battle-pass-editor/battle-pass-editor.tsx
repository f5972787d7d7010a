import type { SeasonView } from '@kla/proto/web'
import { useState } from 'react'
import { useRoughNow } from '../../shared/time/now.js'
import { useMay } from '../entities/session-api.js'
import { changedBy } from '../kit/conflict.js'
import type { Column } from '../kit/data-table.js'
import { ListScreen } from '../kit/list-screen.js'
import { useTextListState } from '../kit/list-state.js'
import { When } from '../kit/moments.js'
import { Pill } from '../kit/text.js'
import { Fold } from '../kit/workbench.js'
import { usePassSeasonsQuery } from './api.js'
import styles from './battle-pass-editor.module.css'
import { CreateSeason } from './create-season.js'
import { SeasonActions } from './season-actions.js'
import { seasonErrors } from './season-draft.js'
import { type SeasonEdits, useSaveSeason, useSeasonEdits } from './season-edits.js'
import { SeasonForm } from './season-form.js'
import { SEASON_STATE_TONES, SEASON_STATE_WORDS, seasonState } from './season-state.js'

const NO_FILTERS = {}
const NONE: readonly SeasonView[] = []
const NO_ERRORS = {}

const WORDS = {
  title: 'Battle Pass Editor',
  entries: 'Seasons',
  failed: 'Failed to load the seasons.',
  empty: 'No seasons yet.',
  elsewhere: "We can't find this season.",
}

export default function BattlePassEditor() {
  const manages = useMay()('pass.manage')
  const list = useTextListState(NO_FILTERS)
  const query = usePassSeasonsQuery()
  const [tried, setTried] = useState<string | null>(null)

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
          <OpenedSeason key={season.id} season={season} tried={tried === season.id} manages={manages} />
        ),
        actions: (season) =>
          manages && (
            <OpenedSeasonActions
              key={season.id}
              season={season}
              onTried={(isTried) => setTried(isTried ? season.id : null)}
              onDeleted={() => list.openEntry(null)}
            />
          ),
      }}
    />
  )
}

const errorsOf = ({ draft, basis }: SeasonEdits, season: SeasonView) =>
  seasonErrors(draft, season.published ? basis : null)

interface OpenedSeasonProps {
  season: SeasonView
  tried: boolean
  manages: boolean
}

function OpenedSeason({ season, tried, manages }: OpenedSeasonProps) {
  const edits = useSeasonEdits(season)
  return (
    <SeasonForm
      season={season}
      draft={edits.value.draft}
      errors={tried ? errorsOf(edits.value, season) : NO_ERRORS}
      onChange={manages ? edits.edit : null}
    />
  )
}

interface OpenedSeasonActionsProps {
  season: SeasonView
  onTried: (tried: boolean) => void
  onDeleted: () => void
}

function OpenedSeasonActions({ season, onTried, onDeleted }: OpenedSeasonActionsProps) {
  const edits = useSeasonEdits(season)
  const { save, saving } = useSaveSeason()
  const saveSeason = async () => {
    onTried(true)
    const made = edits.value
    if (Object.keys(errorsOf(made, season)).length > 0) {
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus())
      return
    }
    if (!(await save(made, season))) return
    onTried(false)
    edits.sent(made)
  }
  return (
    <SeasonActions
      season={season}
      edited={edits.unsent}
      changedBy={edits.unsent && edits.value.basis.version !== season.version ? changedBy(season) : null}
      saving={saving}
      onSave={() => void saveSeason()}
      onDiscard={edits.discard}
      onDeleted={onDeleted}
    />
  )
}

export const COLUMNS: readonly Column<SeasonView>[] = [
  { title: 'Name', cell: ({ name }) => <span className={styles.name}>{name}</span>, opens: true },
  { title: 'State', cell: (season) => <SeasonPill season={season} /> },
  { title: 'Start', cell: ({ starts_at }) => <When at={starts_at} /> },
  { title: 'End', cell: ({ ends_at }) => <When at={ends_at} /> },
  { title: 'Tiers', cell: ({ tiers }) => tiers.length, figures: true, spare: true },
]

function SeasonPill({ season }: { season: SeasonView }) {
  const state = seasonState(season, useRoughNow())
  return <Pill tone={SEASON_STATE_TONES[state]}>{SEASON_STATE_WORDS[state]}</Pill>
}
