import type { ReactNode } from 'react'
import type { CupView } from '@kla/proto/web'
import { useCupQuery } from '../cups/cups-api.js'
import { ListBody } from '../kit/states/list-body.js'

/** A cup changes while one looks at it: people enter, ties are decided. */
const POLL_MS = 10_000

interface OpenedCupProps {
  id: string
  /** Says that it is being loaded, or why it could not be; else there is nothing until it is there. */
  tells?: boolean
  children: (cup: CupView) => ReactNode
}

/** Something that needs the whole of the cup that is open. */
export function OpenedCup({ id, tells = false, children }: OpenedCupProps) {
  const query = useCupQuery(id, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true })
  const cup = query.data?.id === id ? query.data : undefined
  if (!tells) return cup ? children(cup) : null
  return (
    <ListBody query={{ ...query, data: cup }} failed="Failed to load the cup." empty={null}>
      {cup && children(cup)}
    </ListBody>
  )
}
