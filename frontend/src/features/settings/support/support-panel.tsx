import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../../shared/ui/button.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { EmptyState } from '../../../shared/ui/empty-state.js'
import { Panel } from '../../../shared/ui/panel.js'
import { Skeleton } from '../../../shared/ui/skeleton.js'
import { SUPPORT_ANCHOR } from '../../../shared/config/paths.js'
import { useClientConfig } from '../../../shared/api/client-config.js'
import { useOwnTicketsQuery } from './tickets.js'
import { TicketEntry } from './ticket-entry.js'
import { TicketForm } from './ticket-form.js'
import { ticketSent } from './ticket-words.js'
import styles from './support.module.css'

/** The way to support, and what came of it. */
export function SupportPanel() {
  const [writing, setWriting] = useState(false)
  const [sent, setSent] = useState<number | null>(null)
  const { data: tickets, isError, isFetching, refetch } = useOwnTicketsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const sendsMail = useClientConfig()?.sendsMail ?? false
  const anchor = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === `#${SUPPORT_ANCHOR}`) anchor.current?.scrollIntoView()
  }, [hash])
  const write = () => {
    setSent(null)
    setWriting(true)
  }
  return (
    <div ref={anchor} id={SUPPORT_ANCHOR} className={styles.anchor}>
      <Panel title="Support" aside={<Button onClick={write}>Contact Support</Button>}>
        <div role="status" className={styles.sent}>
          {sent !== null && ticketSent(sent, sendsMail)}
        </div>
        {!tickets && !isError && <Skeleton height="5rem" />}
        {!tickets && isError && (
          <EmptyState
            icon="offline"
            title="Your tickets could not be loaded"
            action={
              <Button busy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            }
          />
        )}
        {tickets?.length === 0 && <p className={styles.none}>You have no tickets. Answers to them appear here.</p>}
        {tickets && tickets.length > 0 && (
          <ul className={styles.tickets} aria-label="Tickets">
            {tickets.map((ticket) => (
              <TicketEntry key={ticket.id} ticket={ticket} />
            ))}
          </ul>
        )}
      </Panel>
      <Dialog title="Contact Support" open={writing} onClose={() => setWriting(false)}>
        <TicketForm
          onSent={(ticketId) => {
            setSent(ticketId)
            setWriting(false)
          }}
        />
      </Dialog>
    </div>
  )
}
