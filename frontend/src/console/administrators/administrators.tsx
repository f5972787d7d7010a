import type { AdministratorView } from '@kla/proto/web'
import { useState } from 'react'
import { ROLE_WORDS, useAdministratorsQuery } from '../entities/administrators.js'
import { useAskForAdministratorChangeMutation } from '../entities/approvals.js'
import { AskSecondPerson } from '../entities/ask-second-person.js'
import type { Column } from '../kit/data-table.js'
import { ListScreen } from '../kit/list-screen.js'
import { useListState } from '../kit/list-state.js'
import { When } from '../kit/moments.js'
import { Notice } from '../kit/states.js'
import { Facts, Pill } from '../kit/text.js'
import { Fold } from '../kit/workbench.js'
import type { RequestedChange } from './access.js'
import { AdministratorActions } from './administrator-actions.js'
import { CreateAdministrator } from './administrator-forms.js'
import styles from './administrators.module.css'
import { EveryonesSessions } from './everyones-sessions.js'

const NO_FILTERS = {}
const NONE: readonly AdministratorView[] = []

const WORDS = {
  title: 'Administrators',
  entries: 'Administrators',
  failed: 'Failed to load administrators.',
  empty: 'No administrators found.',
  elsewhere: "We can't find this administrator.",
}

export default function Administrators() {
  const list = useListState(NO_FILTERS)
  const query = useAdministratorsQuery()
  const [asking, setAsking] = useState<RequestedChange | null>(null)
  const [ask] = useAskForAdministratorChangeMutation()
  return (
    <>
      <ListScreen
        words={WORDS}
        list={list}
        query={query}
        rows={query.data?.administrators ?? NONE}
        total={null}
        columns={COLUMNS}
        idOf={({ id }) => id}
        nameOf={({ id, name }) => `administrator ${id}, ${name}`}
        aside={
          <>
            {query.data?.second_person === false && (
              <Notice title="No two people yet">
                One administrator alone can&apos;t open stills, delete many reports or add moderators and owners. Name a
                second founder when you start Kla (<code>SECOND_ADMIN_PASSWORD</code>), or wait until a new colleague
                has been here for seven days.
              </Notice>
            )}
            <Fold title="Create an administrator">
              <CreateAdministrator />
            </Fold>
            <Fold title="Who's signed in">
              <EveryonesSessions />
            </Fold>
          </>
        }
        opened={{
          title: (id, administrator) => administrator?.name ?? `Administrator #${id}`,
          pills: (administrator) => <StatePill administrator={administrator} />,
          subject: (administrator) => <Facts facts={eventsOf(administrator)} />,
          actions: (administrator) => (
            <AdministratorActions key={administrator.id} administrator={administrator} onAsk={setAsking} />
          ),
        }}
      />
      {asking && (
        <AskSecondPerson
          draft={['administrator', asking.id]}
          onAsk={(reason) => ask({ ...asking, reason })}
          onClose={() => setAsking(null)}
        >
          <p>
            This decides who can approve requests or see child-safety reports, so it takes two people. Another owner, or
            someone with child safety, has to approve it. Ask, then do it again here once it is approved.
          </p>
        </AskSecondPerson>
      )}
    </>
  )
}

const eventsOf = (administrator: AdministratorView) =>
  [
    ['ID', administrator.id],
    ['Role', ROLE_WORDS[administrator.role]],
    ['Child safety', administrator.child_safety ? 'Yes' : 'No'],
    ['Authenticator', administrator.totp_enabled ? 'Set up' : 'Not set up'],
    ['Passkeys', administrator.passkeys],
    ['Own player account', administrator.player_id ?? 'None declared'],
    ['Created', <When key="created" at={administrator.created_at} />],
    ['Last seen', <When key="seen" at={administrator.last_seen_at} />],
  ] as const

const StatePill = ({ administrator }: { administrator: AdministratorView }) => (
  <Pill tone={administrator.disabled ? 'red' : 'green'}>{administrator.disabled ? 'Disabled' : 'Active'}</Pill>
)

const COLUMNS: readonly Column<AdministratorView>[] = [
  { title: 'ID', cell: ({ id }) => id, opens: true, figures: true },
  { title: 'Name', cell: ({ name }) => <span className={styles.long}>{name}</span> },
  { title: 'Role', cell: ({ role }) => ROLE_WORDS[role] },
  { title: 'Child safety', cell: ({ child_safety }) => (child_safety ? 'Yes' : '-') },
  { title: 'TOTP', cell: ({ totp_enabled }) => (totp_enabled ? 'Set up' : 'Not set up') },
  { title: 'Passkeys', cell: ({ passkeys }) => passkeys, figures: true },
  { title: 'State', cell: (administrator) => <StatePill administrator={administrator} /> },
  { title: 'Last seen', cell: ({ last_seen_at }) => <When at={last_seen_at} />, spare: true },
]
