import type { AdminCupView, CupSummary } from '@kla/proto/web'
import type { ReactNode } from 'react'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { CupStatePill } from '../entities/cup-ties.js'
import { DownloadCsv } from '../entities/download-csv.js'
import { Person } from '../entities/person.js'
import { useMay } from '../entities/session-api.js'
import type { Column } from '../kit/data-table.js'
import { ListScreen } from '../kit/list-screen.js'
import { pageQuery, useTextListState } from '../kit/list-state.js'
import { When } from '../kit/moments.js'
import { useKeysWait } from '../kit/shortcuts.js'
import { ListBody } from '../kit/states.js'
import { Fold } from '../kit/workbench.js'
import { useCupQuery, useCupsQuery } from './api.js'
import { CupActions } from './cup-actions.js'
import styles from './cup-creator.module.css'
import { CreateCup } from './cup-forms.js'
import { CupSubject } from './cup-subject.js'

const NO_FILTERS = {}
const NONE: readonly CupSummary[] = []

const WORDS = {
  title: 'Cup Tie Creator',
  entries: 'Cups',
  failed: 'Failed to load the cups.',
  empty: 'No cups yet.',
  elsewhere: "This cup isn't on this page of the list.",
}

export default function CupCreator() {
  const manages = useMay()('cups.manage')
  const list = useTextListState(NO_FILTERS)
  const query = useCupsQuery(pageQuery(list))

  return (
    <ListScreen
      words={WORDS}
      list={list}
      query={query}
      rows={query.data?.results ?? NONE}
      total={query.data?.total}
      cursors={{ trail: list.trail, next: query.currentData?.next, onPlace: list.goTo }}
      extra={<DownloadCsv list="admin/cups" filters={NO_FILTERS} />}
      columns={COLUMNS}
      idOf={({ id }) => id}
      nameOf={({ name }) => `cup ${name}`}
      aside={
        manages && (
          <Fold title="Create a cup">
            <CreateCup onCreated={list.openEntry} />
          </Fold>
        )
      }
      opened={{
        title: (_, cup) => cup?.name ?? 'Cup',
        pills: ({ state }) => <CupStatePill state={state} />,
        subject: ({ id }) => (
          <OpenedCup id={id} showsStatus>
            {(cup) => <CupSubject key={id} cup={cup} manages={manages} />}
          </OpenedCup>
        ),
        actions: ({ id }) => manages && <OpenedCup id={id}>{(cup) => <CupActions key={id} cup={cup} />}</OpenedCup>,
      }}
    />
  )
}

const POLL_MS = 10_000

interface OpenedCupProps {
  id: string
  showsStatus?: boolean
  children: (cup: AdminCupView) => ReactNode
}

function OpenedCup({ id, showsStatus = false, children }: OpenedCupProps) {
  const query = useCupQuery(id, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true })
  const cup = query.data?.id === id ? query.data : undefined
  useKeysWait(!cup && query.isFetching)
  if (!showsStatus) return cup ? children(cup) : null
  return (
    <ListBody query={{ ...query, data: cup }} failed="Failed to load the cup." empty={null}>
      {cup && children(cup)}
    </ListBody>
  )
}

export const COLUMNS: readonly Column<CupSummary>[] = [
  { title: 'Name', cell: ({ name }) => <span className={styles.name}>{name}</span>, opens: true },
  { title: 'State', cell: ({ state }) => <CupStatePill state={state} /> },
  { title: 'Start', cell: ({ starts_at }) => <When at={starts_at} /> },
  { title: 'Players', cell: ({ entered, capacity }) => `${entered} / ${capacity}`, figures: true },
  { title: 'Mode', cell: ({ mode }) => MODE_WORDS[mode].name, spare: true },
  { title: 'Category', cell: ({ category }) => CATEGORY_WORDS[category], spare: true },
  {
    title: 'Champion',
    cell: ({ champion }) => (champion ? <Person id={champion.id} name={champion.username} /> : '-'),
    spare: true,
  },
]
