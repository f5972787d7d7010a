import type { BanView, NoteCreation } from '@kla/proto/web'
import { SubjectHistory } from '../entities/account-history.js'
import { SCOPE_WORDS, thingOf, useAddBanNoteMutation } from '../entities/bans.js'
import { Person } from '../entities/person.js'
import { useMay } from '../entities/session-api.js'
import { When } from '../kit/moments.js'
import { NoteForm, NoteThread } from '../kit/notes.js'
import { Facts, Section } from '../kit/text.js'
import { useUndo } from '../kit/undo.js'
import styles from './bans.module.css'

const REPORTS = '/reports?open='

export function BanSubject({ ban }: { ban: BanView }) {
  const may = useMay()
  const [add] = useAddBanNoteMutation()
  const { follow } = useUndo()
  const save = async (note: NoteCreation) => {
    const answer = await add({ ban: ban.id, ...note })
    if (answer.data) follow(thingOf(ban.id), answer.data.version - 1, answer.data.version)
    return answer
  }
  return (
    <>
      <Section title="Reason">
        <p className={styles.text}>{ban.reason ?? 'No reason given.'}</p>
      </Section>
      <Facts facts={eventsOf(ban)} />
      <Section title="Notes">
        <NoteThread notes={ban.thread} />
        {may('bans.set') && <NoteForm kind="ban" entry={ban.id} onSave={save} />}
      </Section>
      <Section title="Evidence">
        {ban.evidence === null ? (
          <p>-</p>
        ) : (
          <pre className={styles.evidence} tabIndex={0} aria-label="Evidence JSON" role="region">
            {JSON.stringify(ban.evidence, null, 2)}
          </pre>
        )}
      </Section>
      {may('reports.read') && (
        <Section title="History">
          <SubjectHistory id={ban.user_id} reportLink={(id) => REPORTS + id} />
        </Section>
      )}
    </>
  )
}

const eventsOf = (ban: BanView) =>
  [
    ['User', <Person key="user" id={ban.user_id} name={ban.user_name} />],
    ['Scope', SCOPE_WORDS[ban.scope]],
    ['Banned', <When key="banned" at={ban.banned_at} />],
    ['By', ban.banned_by],
    ['Expires', ban.expires_at === null ? 'Permanent' : <When key="expires" end at={ban.expires_at} />],
    ['Lifted', <When key="lifted" at={ban.lifted_at} />],
    ['Lifted by', ban.lifted_by ?? '-'],
    ['Lift reason', ban.lift_reason ?? '-'],
  ] as const
