import type { Permission } from '@kla/proto/web'
import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { useTitle } from '../../shared/browser/use-title.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { usePersonQuery } from '../entities/people-api.js'
import { useMay } from '../entities/session-api.js'
import { readUserId } from '../kit/numbers.js'
import { ListBody } from '../kit/states.js'
import { BansPart, DecisionsPart, NotesPart, ReportsPart } from './conduct.js'
import { HistoryPart } from './history.js'
import styles from './person.module.css'
import { BattlesPart, MetPart, OrdersPart, TicketsPart } from './play.js'
import { AgePart, PersonHeader, SessionsPart, WhoPart } from './who.js'
import { nameOfPerson } from './words.js'

const NOT_FOUND = 404

interface PartOfPage {
  name: string
  place: 'top' | 'left' | 'right' | 'bottom'
  needs: Permission
  Part: ComponentType<{ id: number }>
}

/** Parts below the account, each for those with its permission. */
export const PARTS: readonly PartOfPage[] = [
  { name: 'reports', place: 'top', needs: 'reports.read', Part: ReportsPart },
  { name: 'notes', place: 'left', needs: 'reports.read', Part: NotesPart },
  { name: 'bans', place: 'right', needs: 'bans.read', Part: BansPart },
  { name: 'decisions', place: 'left', needs: 'reports.read', Part: DecisionsPart },
  { name: 'battles', place: 'left', needs: 'reports.read', Part: BattlesPart },
  { name: 'met', place: 'right', needs: 'reports.read', Part: MetPart },
  { name: 'tickets', place: 'right', needs: 'tickets.read', Part: TicketsPart },
  { name: 'orders', place: 'right', needs: 'orders.read', Part: OrdersPart },
  { name: 'sessions', place: 'left', needs: 'members.read', Part: SessionsPart },
  { name: 'history', place: 'bottom', needs: 'members.read', Part: HistoryPart },
]

/** Returns the parts to load: none for a number that never was an account. */
export const partsFor = (may: (permission: Permission) => boolean, missing: boolean): readonly PartOfPage[] =>
  missing ? [] : PARTS.filter(({ needs }) => may(needs))

const isMissing = (error: unknown): boolean => (error as { status?: unknown } | undefined)?.status === NOT_FOUND

export default function PersonScreen() {
  const { id: given = '' } = useParams()
  const id = readUserId(given)
  if (id === null) return <EmptyState wholeScreen icon="search" title="This isn't the number of an account." />
  return <PersonPage key={id} number={id} />
}

function PersonPage({ number }: { number: number }) {
  const may = useMay()
  const query = usePersonQuery(number)
  const { data: person } = query
  useTitle(person ? nameOfPerson(person) : `Person #${number}`)
  // They load beside the account, by the same number.
  const parts = partsFor(may, isMissing(query.error))
  const at = (wanted: PartOfPage['place']) =>
    parts.filter(({ place }) => place === wanted).map(({ name, Part }) => <Part key={name} id={number} />)
  return (
    <>
      <ListBody query={query} failed="We couldn't load this account." empty={null}>
        {person && <PersonHeader person={person} />}
      </ListBody>
      {person && (
        <div className={styles.cards}>
          <WhoPart person={person} query={query} />
          <AgePart person={person} query={query} />
        </div>
      )}
      {at('top')}
      <div className={styles.cards}>
        <div className={styles.stack}>{at('left')}</div>
        <div className={styles.stack}>{at('right')}</div>
      </div>
      {at('bottom')}
    </>
  )
}
