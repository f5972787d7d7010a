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
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { Loaded } from './loaded.js'
import styles from './met-panel.module.css'

export function MetPanel() {
  const query = useMetQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel title="People you met">
      <p className={styles.note}>
        In the last 24 hours. Only you can see this list. We don’t tell anyone about a report or a block.
      </p>
      <Loaded query={query} what="the people you met" height="4rem" reassurance="Your reports and blocks still apply.">
        {(met) => (met.length === 0 ? <NoOneMet /> : <MetList met={met} />)}
      </Loaded>
    </Panel>
  )
}

const NoOneMet = () => (
  <EmptyState icon="users" title="You haven’t met anyone in the last 24 hours.">
    After a battle you can report or block your opponent here.
  </EmptyState>
)

const MetList = ({ met }: { met: readonly MetPerson[] }) => (
  <ul aria-label="People you met">
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
  return (
    <li className={styles.entry}>
      <Avatar name={username} src={avatar || null} />
      <div className={styles.about}>
        <p className={styles.name}>{username}</p>
        <p className={styles.when}>
          <RelativeTime at={last_at} /> · {MODE_WORDS[mode].name}
          {blocked && ' · Blocked'}
        </p>
      </div>
      <div className={styles.actions}>
        <Button variant="danger" aria-label={`Report ${username}`} onClick={() => setReporting(true)}>
          Report
        </Button>
        <Button busy={busy} aria-label={`${blocked ? 'Unblock' : 'Block'} ${username}`} onClick={() => void change()}>
          {blocked ? 'Unblock' : 'Block'}
        </Button>
      </div>
      <Dialog title={`Report ${username}`} open={reporting} onClose={close}>
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
    if (error) toastError(errorText(error, "That didn't work. Try again."))
    else toastSuccess(blocked ? `${username} is no longer blocked` : `${username} is blocked`)
  }
  return { change, busy: blocking.isLoading || unblocking.isLoading }
}
