import type { ReactNode } from 'react'
import styles from './join-link.module.css'

interface InvitationProps {
  /** What happens now; nothing until that is known. */
  status?: ReactNode
  /** What there is to do meanwhile. */
  children?: ReactNode
}

/** What an invitation says to everybody. Whatever is known later comes below, so that nothing jumps. */
export const Invitation = ({ status, children }: InvitationProps) => (
  <div className={styles.waiting}>
    <h1 className={styles.title}>You are invited to a battle</h1>
    <p className={styles.text}>Nobody sees you before you are in the room, and you can play without a camera.</p>
    <p className={styles.status} role="status">
      {status}
    </p>
    {children}
  </div>
)
