import type { ReportContextView } from '@kla/proto/web'
import { Blurred } from '../clips/blurred.js'
import { Facts } from '../kit/text/facts.js'
import { When } from '../kit/text/when.js'
import { Person } from '../subjects/person.js'
import styles from './reports.module.css'

interface ReportContextProps {
  context: ReportContextView
  reportedId: number
}

/** The room as the server saw it when the report came. */
export const ReportContext = ({ context, reportedId }: ReportContextProps) => (
  <>
    <Facts facts={factsOf(context)} />
    {context.lines.length > 0 && (
      // A region that scrolls has to be reached by the keyboard.
      <ol className={styles.lines} aria-label="The last chat lines" tabIndex={0}>
        {context.lines.map((line, index) => (
          <li key={index} data-reported={line.id === reportedId || undefined}>
            <When at={line.said_at} clock /> <b>{line.username}</b> {line.message}
          </li>
        ))}
      </ol>
    )}
    {context.received_gif && <Blurred address={context.received_gif} label="the received GIF" />}
  </>
)

const factsOf = (context: ReportContextView) =>
  [
    ['Room', `${context.room_name} (${context.room_id})`],
    ['Battle', context.battle_id ?? '-'],
    ['Mode', `${context.mode}, ${context.category}`],
    ['Phase', context.round > 0 ? `${context.phase}, round ${context.round}` : context.phase],
    ['Taken', <When key="taken" at={context.taken_at} />],
    [
      'People',
      context.people.map(({ id, username }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Person id={id} name={username} />
        </span>
      )),
    ],
  ] as const
