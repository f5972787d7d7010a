import { useState } from 'react'
import { useBlockMutation, useUnblockMutation } from '../../entities/blocks/blocks.js'
import { MODE_WORDS } from '../../entities/game/game-words.js'
import { ReportForm } from '../../entities/reports/report-form.js'
import { type MetPerson, useMetQuery } from '../../entities/reports/reports.js'
import { errorText } from '../../shared/api/errors.js'
import { Avatar } from '../../shared/ui/avatar.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Panel } from '../../shared/ui/panel.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { Resettling } from '../../shared/ui/settling.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { BLOCKS, MET, SETTINGS } from '../../texts/settings.js'
import entries from './entries.module.css'
import { Loaded } from './loaded.js'
import styles from './met-panel.module.css'

export function MetPanel() {
  const query = useMetQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel title={MET.title}>
      <p className={entries.note}>{MET.note}</p>
      <Loaded query={query} texts={MET} height="4rem">
        {(met) => (met.length === 0 ? <NoOneMet /> : <MetList met={met} />)}
      </Loaded>
    </Panel>
  )
}

const NoOneMet = () => (
  <EmptyState icon="users" title={MET.none}>
    {MET.noneWhy}
  </EmptyState>
)

const MetList = ({ met }: { met: readonly MetPerson[] }) => (
  <ul aria-label={MET.title}>
    {met.map((person) => (
      <MetEntry key={person.id} person={person} />
    ))}
  </ul>
)

function MetEntry({ person }: { person: MetPerson }) {
  const { username, avatar, mode, last_at, blocked } = person
  const [reporting, setReporting] = useState(false)
  const { change, busy } = useBlockOf(person)
  const close = () => setReporting(false)
  const report = MET.reportPlayer({ player: username })
  return (
    <li className={styles.entry}>
      <Avatar name={username} src={avatar || null} />
      <div className={styles.about}>
        <p className={entries.name}>{username}</p>
        <p className={entries.times}>
          {MET.last({
            when: () => <RelativeTime at={last_at} />,
            mode: MODE_WORDS[mode].name,
            blocked: blocked ? 'yes' : 'no',
          })}
        </p>
      </div>
      <div className={styles.actions}>
        <Button variant="danger" aria-label={report} onClick={() => setReporting(true)}>
          {MET.report}
        </Button>
        <Resettling meaning={blocked ? 'unblock' : 'block'}>
          <Button
            busy={busy}
            aria-label={(blocked ? BLOCKS.unblockPlayer : MET.blockPlayer)({ player: username })}
            onClick={() => void change()}
          >
            {blocked ? BLOCKS.unblock : MET.block}
          </Button>
        </Resettling>
      </div>
      <Dialog title={report} open={reporting} onClose={close}>
        <ReportForm about={person} onSent={close} onCancel={close} />
      </Dialog>
    </li>
  )
}

function useBlockOf({ id, username, blocked }: MetPerson) {
  const [block, blocking] = useBlockMutation()
  const [unblock, unblocking] = useUnblockMutation()

  const change = async () => {
    const { error } = await (blocked ? unblock(id) : block(id))
    if (error) toastError(errorText(error, SETTINGS.actFailed))
    else toastSuccess((blocked ? BLOCKS.unblocked : MET.blocked)({ player: username }))
  }
  return { change, busy: blocking.isLoading || unblocking.isLoading }
}
