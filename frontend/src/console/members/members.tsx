import { useCallback } from 'react'
import { MEMBERS_PAGE_SIZE, type GuildView, type MemberView } from '@kla/proto/web'
import { useTitle } from '../../shared/browser/use-title.js'
import { FilterBar } from '../kit/filters/filter-bar.js'
import { toQuery } from '../kit/filters/filters.js'
import { useListState } from '../kit/filters/use-list-state.js'
import { Pager } from '../kit/pager/pager.js'
import { ListBody } from '../kit/states/list-body.js'
import { useToldFailure } from '../kit/states/use-told-failure.js'
import { DataTable } from '../kit/table/data-table.js'
import { Fold } from '../kit/workbench/fold.js'
import { Workbench } from '../kit/workbench/workbench.js'
import { COLUMNS } from './columns.js'
import { FIELDS, NO_FILTERS } from './filter-fields.js'
import { Guilds } from './guilds.js'
import { MemberLinks } from './member-links.js'
import { MemberSubject } from './member-subject.js'
import { useMembersAndGuildsQuery } from './members-api.js'

const PAGE_SIZES = [MEMBERS_PAGE_SIZE]
const NO_MEMBERS: readonly MemberView[] = []
const NO_GUILDS: readonly GuildView[] = []
const FAILED = 'Failed to load data'

/** Everybody who has signed in, and the guilds that most of them are in. */
export default function Members() {
  useTitle('Members And Guild Data')
  const list = useListState(NO_FILTERS, PAGE_SIZES)
  const query = useMembersAndGuildsQuery({
    ...toQuery(list.filters),
    page: list.page,
    pageSize: MEMBERS_PAGE_SIZE,
  })
  useToldFailure(query.error, FAILED)
  const rows = query.data?.users ?? NO_MEMBERS
  const { open, openEntry } = list
  const close = useCallback(() => openEntry(null), [openEntry])
  const member = rows.find(({ id }) => id === open)

  return (
    <Workbench
      title="Members And Guild Data"
      list={
        <>
          <FilterBar
            fields={FIELDS}
            filters={list.filters}
            busy={query.isFetching}
            onApply={list.applyFilters}
            onRefresh={() => void query.refetch()}
          />
          <ListBody query={query} failed={FAILED} empty={rows.length === 0 ? 'No members found.' : null}>
            <DataTable
              label="Users"
              columns={COLUMNS}
              rows={rows}
              idOf={({ id }) => id}
              nameOf={({ id }) => `member ${id}`}
              open={open}
              onOpen={openEntry}
              stale={query.isFetching}
            />
          </ListBody>
          <Pager
            page={list.page}
            pageSize={MEMBERS_PAGE_SIZE}
            pageSizes={PAGE_SIZES}
            total={query.data?.total}
            onPage={list.goToPage}
            onPageSize={list.changePageSize}
          />
        </>
      }
      aside={
        <Fold title="Top guilds by app users">
          <ListBody query={query} failed={FAILED} empty={null}>
            <Guilds guilds={query.data?.topGuildsByAppUsers ?? NO_GUILDS} />
          </ListBody>
        </Fold>
      }
      opened={
        open === null
          ? null
          : {
              id: open,
              title: member ? `${member.username} #${open}` : `Member #${open}`,
              subject: <MemberSubject id={open} member={member} />,
              actions: <MemberLinks id={open} />,
            }
      }
      onClose={close}
    />
  )
}
