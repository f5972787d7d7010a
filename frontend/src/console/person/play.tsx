import { ITEM_WORDS, ITEMS } from '@kla/proto/web'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button } from '../../shared/ui/button.js'
import {
  usePersonBattlesQuery,
  usePersonMetQuery,
  usePersonOrdersQuery,
  usePersonTicketsQuery,
} from '../entities/people-api.js'
import { Person } from '../entities/person.js'
import { useMay } from '../entities/session-api.js'
import { When } from '../kit/moments.js'
import { Facts, Pill } from '../kit/text.js'
import { GiveItems } from './give-items.js'
import { Entries, Entry, Part } from './part.js'
import { battleEndWords, battleOutcomeWords, modeWords, moneyWords, orderPill, OUTCOME_TONES } from './words.js'

export function BattlesPart({ id }: { id: number }) {
  const query = usePersonBattlesQuery(id)
  const battles = query.data?.results ?? []
  // From a ticket that is about it.
  const [params] = useSearchParams()
  const asked = params.get('battle')
  const isOlder = asked !== null && query.data !== undefined && !battles.some(({ id: battle }) => battle === asked)
  return (
    <Part title="Battles" query={query} empty={battles.length === 0 ? 'No battles yet.' : null}>
      {isOlder && <p>The battle of the ticket isn&apos;t among the newest ones.</p>}
      <Entries label="Battles, the last one first">
        {battles.map((battle) => (
          <Entry
            key={battle.id}
            head={
              <>
                {battle.id === asked && <Pill tone="blue">Named in the ticket</Pill>}
                <Pill tone={OUTCOME_TONES[battle.outcome]}>{battleOutcomeWords(battle.outcome)}</Pill> against{' '}
                <Person {...battle.opponent} /> {modeWords(battle.mode)} <When at={battle.ended_at} />
              </>
            }
            text={[battleEndWords(battle), battle.counted ? '' : 'too short to count']
              .filter((part) => part !== '')
              .join(', ')}
          />
        ))}
      </Entries>
    </Part>
  )
}

export function MetPart({ id }: { id: number }) {
  const query = usePersonMetQuery(id)
  const met = query.data?.results ?? []
  return (
    <Part title="People met" query={query} empty={met.length === 0 ? 'Met no one in the last 24 hours.' : null}>
      <Entries label="People met in the last 24 hours, the latest first">
        {met.map((other) => (
          <Entry
            key={`${other.id} ${other.last_at}`}
            head={
              <>
                <Person id={other.id} name={other.name} />{' '}
                <span>
                  {modeWords(other.mode)}
                  {other.seated ? '' : ', one was watching'}
                </span>{' '}
                <When at={other.last_at} />
              </>
            }
            text={other.room_name}
          />
        ))}
      </Entries>
    </Part>
  )
}

export function TicketsPart({ id }: { id: number }) {
  const query = usePersonTicketsQuery(id)
  const tickets = query.data?.results ?? []
  return (
    <Part title="Tickets" query={query} empty={tickets.length === 0 ? 'No tickets.' : null}>
      <Entries label="Tickets">
        {tickets.map((ticket) => (
          <Entry
            key={ticket.id}
            head={
              <>
                <Link to={`/support?q=${encodeURIComponent(ticket.subject)}&open=${ticket.id}`}>#{ticket.id}</Link>{' '}
                <Pill tone={ticket.resolved ? 'green' : 'amber'}>{ticket.resolved ? 'Resolved' : 'Open'}</Pill>{' '}
                {ticket.category} <When at={ticket.created_at} />
              </>
            }
            text={ticket.subject}
          />
        ))}
      </Entries>
    </Part>
  )
}

export function OrdersPart({ id }: { id: number }) {
  const query = usePersonOrdersQuery(id)
  const mayGive = useMay()('items.gift')
  const [giving, setGiving] = useState(false)
  const { results: orders = [], inventory } = query.data ?? {}
  return (
    <Part
      title="Orders"
      query={query}
      empty={orders.length === 0 ? 'No orders.' : null}
      foot={
        inventory && (
          <>
            <Facts facts={ITEMS.map((item) => [ITEM_WORDS[item].many, inventory[item]] as const)} />
            {mayGive && <Button onClick={() => setGiving(true)}>Give items…</Button>}
            {giving && <GiveItems id={id} onClose={() => setGiving(false)} />}
          </>
        )
      }
    >
      <Entries label="Orders">
        {orders.map((order) => {
          const { words, tone } = orderPill(order.status)
          return (
            <Entry
              key={order.id}
              head={
                <>
                  <strong>{moneyWords(order.total_cents, order.currency)}</strong> <Pill tone={tone}>{words}</Pill>{' '}
                  {order.returned_cents > 0 && <>{moneyWords(order.returned_cents, order.currency)} taken back </>}
                  <When at={order.created_at} />
                </>
              }
              text={order.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}
            />
          )
        })}
      </Entries>
    </Part>
  )
}
