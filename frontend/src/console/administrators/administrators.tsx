import { useCallback } from 'react'
import type { AdministratorView } from '@kla/proto/web'
import { useTitle } from '../../shared/browser/use-title.js'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { ROLE_WORDS, useAdministratorsQuery } from '../entities/administrators.js'
import { type Column, DataTable } from '../kit/data-table.js'
import { useListState } from '../kit/list-state.js'
import { When } from '../kit/moments.js'
import { useShortcut } from '../kit/shortcuts.js'
import { ListBody, useErrorToast } from '../kit/states.js'
import { Facts, Pill } from '../kit/text.js'
import { Fold, Workbench } from '../kit/workbench.js'
import { AdministratorActions } from './administrator-actions.js'
import { CreateAdministrator } from './administrator-forms.js'
import styles from './administrators.module.css'

const NO_FILTERS = {}
const NONE: readonly AdministratorView[] = []
const FAILED = 'Failed to load administrators.'

export default function Administrators() {
  useTitle('Administrators')
  const { open, openEntry } = useListState(NO_FILTERS)
  const query = useAdministratorsQuery()
  useErrorToast(query.error, FAILED)
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

export const StatePill = ({ administrator }: { administrator: AdministratorView }) => (
  <Pill tone={administrator.disabled ? 'red' : 'green'}>{administrator.disabled ? 'Disabled' : 'Active'}</Pill>
)

export const COLUMNS: readonly Column<AdministratorView>[] = [
  { title: 'ID', cell: ({ id }) => id, opens: true, figures: true },
  { title: 'Name', cell: ({ name }) => <span className={styles.long}>{name}</span> },
  { title: 'Role', cell: ({ role }) => ROLE_WORDS[role] },
  { title: 'Child safety', cell: ({ child_safety }) => (child_safety ? 'Yes' : '-') },
  { title: 'TOTP', cell: ({ totp_enabled }) => (totp_enabled ? 'Set up' : 'Not set up') },
  { title: 'State', cell: (administrator) => <StatePill administrator={administrator} /> },
  { title: 'Last seen', cell: ({ last_seen_at }) => <When at={last_seen_at} />, spare: true },
]
