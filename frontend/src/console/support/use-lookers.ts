import { TICKET_LOOK_MS } from '@kla/proto/web'
import { useEffect, useState } from 'react'
import { useLookAtTicketMutation } from './api.js'

const NO_ONE: readonly string[] = []

/** Announces that the ticket is open here; returns who else has it open. */
export function useLookers(ticket: number, enabled: boolean): readonly string[] {
  const [look] = useLookAtTicketMutation()
  const [seen, setSeen] = useState({ ticket, others: NO_ONE })
  useEffect(() => {
    if (!enabled) return undefined
    let over = false
    const announce = async () => {
      const { data } = await look({ ticket, looking: true })
      if (!over && data) setSeen({ ticket, others: data.others })
    }
    void announce()
    const again = setInterval(() => document.visibilityState === 'visible' && void announce(), TICKET_LOOK_MS / 3)
    return () => {
      over = true
      clearInterval(again)
      void look({ ticket, looking: false })
    }
  }, [ticket, enabled, look])
  return seen.ticket === ticket ? seen.others : NO_ONE
}
