import type { ReactNode } from 'react'
import { SealedNote } from '../../entities/reports/sealed-note.js'
import styles from './join-link.module.css'

interface InvitationProps {
  status?: ReactNode
  children?: ReactNode
}

/** Adds later content below, so that nothing jumps. */
export const Invitation = ({ status, children }: InvitationProps) => (
  <div className={styles.waiting}>
    <h1 className={styles.title}>You are invited to a battle</h1>
    <p className={styles.text}>No one sees you until you’re in the room, and you can play without a camera.</p>
    <p className={styles.status} role="status">
      {status}
    </p>
    {children}
    <SealedNote who="someone" className={styles.small} />
  </div>
)
