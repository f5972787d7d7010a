import type { ReactNode } from 'react'
import { INVITATION } from '../../texts/invitation.js'
import styles from './ready-page.module.css'

interface ReadyPageProps {
  title: string
  lead: ReactNode
  status?: ReactNode
  children?: ReactNode
}

/** Frame of the screen as a page. Adds later content below, so that nothing jumps. */
export const ReadyPage = ({ title, lead, status, children }: ReadyPageProps) => (
  <div className={styles.page}>
    <h1 className={styles.title}>{title}</h1>
    <p className={styles.lead}>{lead}</p>
    <div className={styles.status} role="status">
      {status}
    </div>
    {children}
  </div>
)

/** What an invitation shows before anything is known. */
export const Invitation = ({ status, children }: Pick<ReadyPageProps, 'status' | 'children'>) => (
  <ReadyPage title={INVITATION.title} lead={INVITATION.lead} status={status}>
    {children}
  </ReadyPage>
)
