import { useCallback } from 'react'
import type { AdministratorView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { useListState } from '../kit/filters/use-list-state.js'
import { useShortcut } from '../kit/keys/shortcuts-context.js'
import { ListBody } from '../kit/states/list-body.js'
import { useToldFailure } from '../kit/states/use-told-failure.js'
import { DataTable } from '../kit/table/data-table.js'
import { Facts } from '../kit/text/facts.js'
import { When } from '../kit/text/when.js'
import { Fold } from '../kit/workbench/fold.js'
import { Workbench } from '../kit/workbench/workbench.js'
import { AdministratorActions } from './administrator-actions.js'
import { useAdministratorsQuery } from './administrators-api.js'
import styles from './administrators.module.css'
import { COLUMNS, StatePill } from './columns.js'
import { CreateAdministrator } from './create-administrator.js'
import { ROLE_WORDS } from './words.js'

const NO_FILTERS = {}
const NONE: readonly AdministratorView[] = []
const FAILED = 'Failed to load administrators.'

/** Who may sign in here, and what they may do. */
export default function Administrators() {
  useTitle('Administrators')
  const { open, openEntry } = useListState(NO_FILTERS)
  const query = useAdministratorsQuery()
  useToldFailure(query.error, FAILED)
  useShortcut('r', 'Refresh the list', () => void query.refetch())
  const rows = query.data?.administrators ?? NONE
  const administrator = rows.find(({ id }) => id === open)
  const close = useCallback(() => openEntry(null), [openEntry])

  return (
    <Workbench
      title="Administrators"
      list={
        <>
          <div className={styles.bar}>
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              Refresh
            </Button>
          </div>
          <ListBody query={query} failed={FAILED} empty={rows.length === 0 ? 'No administrators found.' : null}>
            <DataTable
              label="Administrators"
              columns={COLUMNS}
              rows={rows}
              idOf={({ id }) => id}
              nameOf={({ id, name }) => `administrator ${id}, ${name}`}
              open={open}
              onOpen={openEntry}
              stale={query.isFetching}
            />
          </ListBody>
        </>
      }
      aside={
        <Fold title="Create an administrator">
          <CreateAdministrator />
        </Fold>
      }
      opened={
        open === null
          ? null
          : {
              id: open,
              title: administrator?.name ?? `Administrator #${open}`,
              aside: administrator && <StatePill administrator={administrator} />,
              subject: (
                <ListBody query={query} failed={FAILED} empty={null}>
                  {administrator ? (
                    <Facts facts={factsOf(administrator)} />
                  ) : (
                    <EmptyState icon="search" title="There is no such administrator." />
                  )}
                </ListBody>
              ),
              actions: administrator && <AdministratorActions key={open} administrator={administrator} />,
            }
      }
      onClose={close}
    />
  )
}

const factsOf = (administrator: AdministratorView) =>
  [
    ['ID', administrator.id],
    ['Role', ROLE_WORDS[administrator.role]],
    ['Child safety', administrator.child_safety ? 'Yes' : 'No'],
    ['Authenticator', administrator.totp_enabled ? 'Set up' : 'Not set up'],
    ['Created', <When key="created" at={administrator.created_at} />],
    ['Last seen', <When key="seen" at={administrator.last_seen_at} />],
  ] as const
