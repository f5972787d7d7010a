import { type GuildView, MEMBERS_PAGE_SIZE, type MemberView, SEARCH_MAX } from '@kla/proto/web'
import { useCallback } from 'react'
import { Link } from 'react-router'
import { useTitle } from '../../shared/browser/use-title.js'
import { buttonClass } from '../../shared/ui/button.js'
import { DownloadCsv } from '../entities/download-csv.js'
import { Person } from '../entities/person.js'
import { useMay } from '../entities/session-api.js'
import { type Column, DataTable } from '../kit/data-table.js'
import { FilterBar, type FilterField } from '../kit/filter-bar.js'
import { pageQuery, toQuery, useListState } from '../kit/list-state.js'
import { When } from '../kit/moments.js'
import { Pager } from '../kit/pager.js'
import { ListBody, useErrorToast } from '../kit/states.js'
import { EmailAddress } from '../kit/text.js'
import { Fold, Workbench } from '../kit/workbench.js'
import { useMembersAndGuildsQuery } from './api.js'
import { Guilds } from './guilds.js'
import { linksOf } from './links.js'
import { MemberSubject } from './member-subject.js'
import styles from './members.module.css'

const PAGE_SIZES = [MEMBERS_PAGE_SIZE]
const NO_MEMBERS: readonly MemberView[] = []
const NO_GUILDS: readonly GuildView[] = []
const FAILED = 'Failed to load data'

export default function Members() {
  useTitle('Members And Guild Data')
  const may = useMay()
  const list = useListState(NO_FILTERS, PAGE_SIZES)
  const query = useMembersAndGuildsQuery({
    ...toQuery(list.filters),
    ...pageQuery({ ...list, pageSize: MEMBERS_PAGE_SIZE }),
  })
  useErrorToast(query.error, FAILED)
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
            extra={
              may('members.manage') && <DownloadCsv list="admin/membersandguilddata" filters={toQuery(list.filters)} />
            }
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
            cursors={{ trail: list.trail, next: query.currentData?.next, onPlace: list.goTo }}
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

function MemberLinks({ id }: { id: number }) {
  const may = useMay()
  const links = linksOf(id).filter(({ needs }) => may(needs))
  return (
    <nav className={styles.links} aria-label="More about this member">
      {links.map(({ words, to }) => (
        <Link key={to} className={buttonClass({ wide: true })} to={to}>
          {words}
        </Link>
      ))}
    </nav>
  )
}

export const NO_FILTERS = { q: '' }

export const FIELDS = [
  { name: 'q', label: 'Search', placeholder: 'ID, name, e-mail, discriminator', maxLength: SEARCH_MAX },
] as const satisfies readonly FilterField<keyof typeof NO_FILTERS>[]

export const COLUMNS: readonly Column<MemberView>[] = [
  { title: 'ID', cell: ({ id }) => id, opens: true, figures: true },
  { title: 'Username', cell: ({ id, username }) => <Person id={id} name={username} /> },
  {
    title: 'Player name',
    cell: ({ player_name }) => <span className={styles.long}>{player_name ?? '-'}</span>,
    spare: true,
  },
  { title: 'Global name', cell: ({ global_name }) => <span className={styles.long}>{global_name ?? '-'}</span> },
  { title: 'E-mail', cell: ({ email }) => <EmailAddress>{email}</EmailAddress>, spare: true },
  { title: 'Discriminator', cell: ({ discriminator }) => discriminator ?? '-', spare: true },
  { title: 'Since', cell: ({ create_time }) => <When at={create_time} />, spare: true },
]
