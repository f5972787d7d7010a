import type { ReportContextView } from '@kla/proto/web'
import { When } from '../kit/moments.js'
import { Facts } from '../kit/text.js'
import { Blurred } from './blurred-media.js'
import { Person } from './person.js'
import styles from './report-context.module.css'

interface ReportContextProps {
  context: ReportContextView
  reportedId: number
}

/** What the server knows of the moment of a report; media stay blurred. */
export const ReportContext = ({ context, reportedId }: ReportContextProps) => (
  <>
    <Facts facts={battleEventsOf(context)} />
    {context.lines.length > 0 && (
      <ol className={styles.lines} aria-label="The last chat messages" tabIndex={0}>
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

const battleEventsOf = (context: ReportContextView) =>
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
    [
      'Both shown',
      context.reveals.length === 0 ? 'Never, or the room was not veiled' : <Reveals key="reveals" context={context} />,
    ],
  ] as const

const Reveals = ({ context: { reveals, people } }: Pick<ReportContextProps, 'context'>) =>
  reveals.map(({ opened_at, closed_at, closed_by, closed_why }) => (
    <div key={opened_at}>
      <When at={opened_at} clock /> to {closed_at === null ? 'this report' : <When at={closed_at} clock />}
      {closed_at !== null &&
        `, ${closed_by === null ? '' : `${nameIn(people, closed_by)} `}${CLOSED_WORDS[closed_why] ?? closed_why}`}
    </div>
  ))

const nameIn = (people: ReportContextView['people'], account: number): string =>
  people.find(({ id }) => id === account)?.username ?? `account ${account}`

const CLOSED_WORDS: Readonly<Record<string, string>> = {
  withdrawn: 'hid',
  left: 'left',
  lost: 'lost the connection',
  seat: 'came back on another page',
  watcher: 'a watcher came',
}
