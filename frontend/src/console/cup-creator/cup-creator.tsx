import type { CupSummary } from '@kla/proto/web'
import { useCupsQuery } from '../cups/cups-api.js'
import { CupStatePill } from '../cups/pills.js'
import { useTextListState } from '../kit/filters/use-list-state.js'
import { ListScreen } from '../kit/list-screen/list-screen.js'
import { Fold } from '../kit/workbench/fold.js'
import { useMay } from '../session/use-may.js'
import { COLUMNS } from './columns.js'
import { CreateCup } from './create-cup.js'
import { CupActions } from './cup-actions.js'
import { CupSubject } from './cup-subject.js'
import { OpenedCup } from './opened-cup.js'

const NO_FILTERS = {}
const NONE: readonly CupSummary[] = []

const WORDS = {
  title: 'Cup Tie Creator',
  entries: 'Cups',
  failed: 'Failed to load the cups.',
  empty: 'No cups yet.',
  elsewhere: 'This cup is not on the page that the list shows.',
}

/** The cups there are and were, who plays in them, and new ones. */
export default function CupCreator() {
  const manages = useMay()('cups.manage')
  const list = useTextListState(NO_FILTERS)
  const { page, pageSize } = list
  const query = useCupsQuery({ page, pageSize })

  return (
    <ListScreen
      words={WORDS}
      list={list}
      query={query}
      rows={query.data?.results ?? NONE}
      total={query.data?.total}
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
          <OpenedCup id={id} tells>
            {(cup) => <CupSubject key={id} cup={cup} manages={manages} />}
          </OpenedCup>
        ),
        actions: ({ id }) => manages && <OpenedCup id={id}>{(cup) => <CupActions key={id} cup={cup} />}</OpenedCup>,
      }}
    />
  )
}
